import { useState } from 'preact/hooks';
import { useI18n } from '../../i18n/i18n.js';
import { Button, classes } from '../../ui/button.js';
import type { FiledTrade, OrderFile } from '../net/types.js';
import { Text } from '../../ui/text.js';
import { Moment } from '../parts/moment.js';
import { Status } from '../parts/status.js';
import { TableBox } from '../parts/table-box.js';
import { words } from '../parts/words.js';
import { compared } from './comparison.js';

/** The trades of an order side by side, each with its terms beside the provider's record: of these, what differs. */
export function Trades({ order }: { readonly order: OrderFile }) {
  const { t } = useI18n();
  return (
    <section class="stack">
      <h2>{t(order.trades.length === 1 ? 'console.order.trade' : 'console.order.trades')}</h2>
      <div class="trades">
        {order.trades.map((trade) => (
          <Trade key={trade.tradeNo} order={order} trade={trade} />
        ))}
      </div>
    </section>
  );
}

function Trade({ order, trade }: { readonly order: OrderFile; readonly trade: FiledTrade }) {
  const { t, format } = useI18n();
  const [isWhole, setWhole] = useState(false);
  const { tradeNo, status, current, outcome, lastAnswerAt, nextQueryAt, txHash } = trade;
  const fields = compared(trade, order.mismatches);
  const shown = isWhole ? fields : fields.filter(({ verdict }) => verdict !== null);
  return (
    <div class="card stack stack--close">
      <div class="row row--apart row--wrap">
        <div class="row row--wrap">
          {order.trades.length > 1 && <h3 class="code">{tradeNo}</h3>}
          <Status status={status} />
        </div>
        {fields.length > 0 && (
          <div class="row row--wrap">
            {shown.length === 0 && <span class="soft small">{t('console.trade.fits')}</span>}
            <Button kind="plain" onPress={() => setWhole(!isWhole)}>
              {isWhole ? t('console.trade.fewer') : t('console.trade.all', { count: format.count(fields.length) })}
            </Button>
          </div>
        )}
      </div>
      <p class="soft small">
        {!current && t('console.trade.replaced')}{' '}
        {outcome !== 'created' && t('console.trade.creation', { outcome: words(t, outcome) })}{' '}
        {lastAnswerAt !== null && (
          <Text of="console.trade.last_answer" values={{ time: <Moment at={lastAnswerAt} /> }} />
        )}{' '}
        {nextQueryAt !== null && <Text of="console.trade.next_poll" values={{ time: <Moment at={nextQueryAt} /> }} />}
      </p>
      {shown.length > 0 && (
        <TableBox name={t('console.trade', { number: tradeNo })}>
          <table class="table">
            <thead>
              <tr>
                <th scope="col">{t('console.trade.field')}</th>
                <th scope="col">{t('console.trade.ordered')}</th>
                <th scope="col">{t('console.trade.record')}</th>
              </tr>
            </thead>
            <tbody>
              {shown.map(({ name, terms, record, verdict, at }) => (
                <tr key={name} class={classes(verdict !== null && `is-${verdict}`)}>
                  <th scope="row">
                    {words(t, name)}
                    {verdict !== null && <strong> {t(`console.trade.${verdict}`)}</strong>}
                  </th>
                  <td>
                    <span class="code">{terms ?? '–'}</span>
                  </td>
                  <td>
                    {at !== null && <Moment at={at} />} <span class="code">{record ?? '–'}</span>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </TableBox>
      )}
      {txHash !== null && <Transaction hash={txHash} address={trade.explorerUrl} />}
    </div>
  );
}

function Transaction({ hash, address }: { readonly hash: string; readonly address: string | null }) {
  const shown =
    address === null ? (
      <span class="code">{hash}</span>
    ) : (
      <a class="code" href={address} target="_blank" rel="noreferrer noopener">
        {hash}
      </a>
    );
  return (
    <p class="small">
      <Text of="console.trade.transaction" values={{ hash: shown }} />
    </p>
  );
}
