import { useMemo, useState } from 'preact/hooks';
import { caseOf } from '../order/situation.js';
import { useI18n } from '../../i18n/i18n.js';
import { Amount } from '../../ui/amount.js';
import { Banner } from '../../ui/banner.js';
import { Button } from '../../ui/button.js';
import type { Translate } from '../../i18n/messages.js';
import { Text } from '../../ui/text.js';
import { useMay } from '../me.js';
import { orderPath, post } from '../net/call.js';
import type { ListedMismatch } from '../net/types.js';
import { ActDialog } from '../parts/act.js';
import type { Act } from '../parts/act.js';
import { Failure } from '../parts/failure.js';
import { Age } from '../parts/moment.js';
import { RowLink } from '../parts/row-link.js';
import { resolveAct } from '../order/resolve-act.js';
import { withoutDigest } from '../parts/words.js';
import { addressOf } from '../route.js';
import { inOrder } from './in-order.js';
import { useMismatches } from './use-mismatches.js';

const KINDS = [
  'double_payment',
  'field',
  'status',
  'transition',
  'unreadable',
  'foreign',
  'order_no_clash',
  'vanished',
  'state',
] as const;

export function OpenMismatches({ query }: { readonly query: Readonly<Record<string, string>> }) {
  const texts = useI18n();
  const { t, format } = texts;
  const { kind = '', by = 'oldest' } = query;
  const may = useMay();
  const mayResolve = may('POST mismatches/:id/resolve');
  const mayNote = may('POST orders/:merchantOrderNo/notes');
  const { items, isWhole, error, again } = useMismatches(kind);
  const [act, setAct] = useState<Act | null>(null);
  const sorted = useMemo(() => inOrder(items ?? [], by === 'dearest' ? 'dearest' : 'oldest'), [items, by]);
  const choose = (change: Readonly<Record<string, string>>): void => {
    location.hash = addressOf('work', { query: { ...query, ...change } });
  };
  return (
    <>
      <div class="row row--wrap work-filters">
        <select
          class="input input--small"
          aria-label={t('console.work.kind')}
          value={kind}
          onChange={({ currentTarget }) => choose({ kind: currentTarget.value })}
        >
          <option value="">{t('console.work.all_kinds')}</option>
          {KINDS.map((one) => (
            <option key={one} value={one}>
              {t(`console.kind.${one}`)}
            </option>
          ))}
        </select>
        <select
          class="input input--small"
          aria-label={t('console.work.order')}
          value={by}
          onChange={({ currentTarget }) => choose({ by: currentTarget.value })}
        >
          <option value="oldest">{t('console.work.oldest')}</option>
          <option value="dearest">{t('console.work.dearest')}</option>
        </select>
      </div>
      {error !== null && <Failure error={error} old={items !== null} onAgain={again} />}
      {items?.length === 0 && <p class="soft">{t('console.work.nothing')}</p>}
      {items !== null && !isWhole && (
        <Banner tone="warn">{t('console.work.partial', { count: format.count(items.length) })}</Banner>
      )}
      <ul class="rows">
        {sorted.map((mismatch) => (
          <li key={mismatch.id} class="work-row">
            <Row mismatch={mismatch} />
            {mayNote && (
              <Button kind="quiet" onPress={() => setAct(takeAct(mismatch.merchantOrderNo, t))}>
                {t('console.order.act', { act: t('console.act.take') })}
              </Button>
            )}
            {mayResolve && mismatch.kind !== 'state' && (
              <Button kind="quiet" onPress={() => setAct(resolveAct(mismatch, null, mismatch.merchantOrderNo, texts))}>
                {t('console.order.act', { act: t('console.act.resolve') })}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <ActDialog act={act} onClose={() => setAct(null)} onDone={again} />
    </>
  );
}

/** Taking a case is a note on its order. */
function takeAct(number: string, t: Translate): Act {
  return {
    verb: 'take',
    on: number,
    does: t('console.act.take.does'),
    asks: { label: t('console.note'), isOptional: true },
    act: async (text, repeatKey) => {
      await post(orderPath(number, '/notes'), { text: text || t('console.act.take.note') }, repeatKey);
      return <p>{t('console.act.take.done')}</p>;
    },
  };
}

function Row({ mismatch }: { readonly mismatch: ListedMismatch }) {
  const i18n = useI18n();
  const { t } = i18n;
  const { merchantOrderNo, kind, asked, seen, openedAt, amount, fiat, notedBy, notedAt } = mismatch;
  return (
    <RowLink class="work-row__link" order={merchantOrderNo}>
      <span class="work-row__order">
        <span class="code order-row__number">{merchantOrderNo}</span>
        {amount && fiat && <Amount of="fiat" value={amount} unit={fiat} />}
      </span>
      <span class="grow">
        <strong>{caseOf(mismatch, null, i18n).is}</strong>{' '}
        {kind === 'field' && (
          <span class="small work-row__who">
            <span class="soft">{t('console.expected')}</span> <span class="code">{withoutDigest(asked ?? '–')}</span>{' '}
            <span class="soft">{t('console.got')}</span> <span class="code">{withoutDigest(seen ?? '–')}</span>
          </span>
        )}
        <span class="soft small work-row__who">
          <Age at={openedAt} />
          {notedBy !== null && notedAt !== null && (
            <>
              {' · '}
              <Text of="console.work.noted" values={{ actor: <bdi>{notedBy}</bdi>, time: <Age at={notedAt} /> }} />
            </>
          )}
        </span>
      </span>
    </RowLink>
  );
}
