import { useI18n } from '../../i18n/i18n.js';
import { classes } from '../../ui/button.js';
import type { FiledTrade, OrderFile } from '../net/types.js';
import { Text } from '../../ui/text.js';
import { Moment } from '../parts/moment.js';
import { Status } from '../parts/status.js';
import { TableBox } from '../parts/table-box.js';
import { words } from '../parts/words.js';
import { compared } from './comparison.js';

/** The trades of an order side by side, each with its terms beside the provider's record. */
export function Trades({ order }: { readonly order: OrderFile }) {
  return (
    <div class="trades">
      {order.trades.map((trade) => (
        <Trade key={trade.tradeNo} order={order} trade={trade} />
      ))}
    </div>
  );
}

function Trade({ order, trade }: { readonly order: OrderFile; readonly trade: FiledTrade }) {
  const { t } = useI18n();
  const { tradeNo, status, current, outcome, lastAnswerAt, nextQueryAt, txHash } = trade;
  const fields = compared(trade, order.mismatches);
  return (
    <section class="card stack" aria-label={t('console.trade', { number: tradeNo })}>
      <div class="row row--apart row--wrap">
        <h3 class="code">{tradeNo}</h3>
        <Status status={status} />
      </div>
      <p class="soft small">
        {!current && t('console.trade.replaced')}{' '}
        {outcome !== 'created' && t('console.trade.creation', { outcome: words(t, outcome) })}{' '}
        {lastAnswerAt !== null && (
          <Text of="console.trade.last_answer" values={{ time: <Moment at={lastAnswerAt} /> }} />
        )}{' '}
        {nextQueryAt !== null && <Text of="console.trade.next_poll" values={{ time: <Moment at={nextQueryAt} /> }} />}
      </p>
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
            {fields.map(({ name, terms, record, verdict }) => (
              <tr key={name} class={classes(verdict !== null && `is-${verdict}`)}>
                <th scope="row">
                  {words(t, name)}
                  {verdict !== null && <strong> {t(`console.trade.${verdict}`)}</strong>}
                </th>
                <td>
                  <span class="code">{terms ?? '–'}</span>
                </td>
                <td>
                  <span class="code">{record ?? '–'}</span>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableBox>
      {txHash !== null && <Transaction hash={txHash} address={trade.explorerUrl} />}
    </section>
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
