import { useI18n } from '../../i18n/i18n.js';
import { Button } from '../../ui/button.js';
import type { AuditEntry, Mismatch } from '../net/types.js';
import type { Act } from '../parts/act.js';
import { actorName } from '../parts/actor-name.js';
import { Moment } from '../parts/moment.js';
import { Text } from '../../ui/text.js';
import { resolveAct } from '../parts/resolve-act.js';
import { withoutDigest, words } from '../parts/words.js';

interface Props {
  readonly number: string;
  readonly mismatches: readonly Mismatch[];
  readonly audit: readonly AuditEntry[];
  /** null: this member of staff may not resolve. */
  readonly onAct: ((act: Act) => void) | null;
}

/** What does not fit, and who accepted it. */
export function Mismatches({ number, mismatches, audit, onAct }: Props) {
  const { t } = useI18n();
  if (mismatches.length === 0) return null;
  return (
    <section class="stack">
      <h2>{t('console.order.does_not_fit')}</h2>
      <ul class="rows">
        {mismatches.map((mismatch) => (
          <li key={mismatch.id} class="mismatch">
            <Difference mismatch={mismatch} />
            {mismatch.resolvedAt !== null ? (
              <p class="soft small">
                <Text
                  of={mismatch.note === null ? 'console.mismatch.resolved' : 'console.mismatch.resolved.note'}
                  values={{
                    actor: <bdi>{actorName(mismatch.resolvedBy ?? 'provider', audit, t)}</bdi>,
                    time: <Moment at={mismatch.resolvedAt} />,
                    note: <bdi>{mismatch.note}</bdi>,
                  }}
                />
              </p>
            ) : (
              onAct !== null &&
              mismatch.kind !== 'state' && (
                <Button kind="quiet" onPress={() => onAct(resolveAct(mismatch, number, t))}>
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

function Difference({ mismatch }: { readonly mismatch: Mismatch }) {
  const { t } = useI18n();
  const { kind, field, asked, seen, openedAt } = mismatch;
  return (
    <div class="grow">
      <p>
        <strong>{words(t, kind)}</strong> · {words(t, field)}{' '}
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
