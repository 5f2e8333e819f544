import { useI18n } from '../../i18n/i18n.js';
import { Button } from '../../ui/button.js';
import type { AuditEntry, Mismatch, OrderFile } from '../net/types.js';
import type { Act } from '../parts/act.js';
import { actorName } from '../parts/actor-name.js';
import { Moment } from '../parts/moment.js';
import { Text } from '../../ui/text.js';
import { caseOf } from './situation.js';
import { resolveAct } from './resolve-act.js';
import { withoutDigest } from '../parts/words.js';

interface Props {
  readonly order: OrderFile;
  readonly audit: readonly AuditEntry[];
  /** null: this member of staff may not resolve. */
  readonly onAct: ((act: Act) => void) | null;
}

/** What does not fit, and who accepted it. */
export function Mismatches({ order, audit, onAct }: Props) {
  const texts = useI18n();
  const { t } = texts;
  const { merchantOrderNo, mismatches } = order;
  if (mismatches.length === 0) return null;
  return (
    <section aria-label={t('console.order.does_not_fit')}>
      <ul class="rows">
        {mismatches.map((mismatch) => (
          <li key={mismatch.id} class="mismatch">
            <Difference order={order} mismatch={mismatch} />
            {mismatch.resolvedAt !== null ? (
              <p class="soft small">
                <Text
                  of={mismatch.note === null ? 'console.mismatch.resolved' : 'console.mismatch.resolved.note'}
                  values={{
                    actor: (
                      <bdi>{actorName(mismatch.resolvedBy ?? 'provider', { audit, keyNames: order.keyNames }, t)}</bdi>
                    ),
                    time: <Moment at={mismatch.resolvedAt} />,
                    note: <bdi>{mismatch.note}</bdi>,
                  }}
                />
              </p>
            ) : (
              onAct !== null &&
              mismatch.kind !== 'state' && (
                <Button kind="quiet" onPress={() => onAct(resolveAct(mismatch, order, merchantOrderNo, texts))}>
                  {t('console.order.act', { act: t('console.act.resolve') })}
                </Button>
              )
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Difference({ order, mismatch }: { readonly order: OrderFile; readonly mismatch: Mismatch }) {
  const texts = useI18n();
  const { t } = texts;
  const { asked, seen, openedAt } = mismatch;
  return (
    <div class="grow">
      <p>
        <strong>{caseOf(mismatch, order, texts).is}</strong>{' '}
        <span class="soft small">
          <Text of="console.mismatch.since" values={{ time: <Moment at={openedAt} /> }} />
        </span>
      </p>
      <p>
        <span class="soft">{t('console.expected')}</span> <span class="code">{withoutDigest(asked ?? '–')}</span>{' '}
        <span class="soft">{t('console.got')}</span> <span class="code">{withoutDigest(seen ?? '–')}</span>
      </p>
    </div>
  );
}
