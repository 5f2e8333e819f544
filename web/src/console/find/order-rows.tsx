import { useI18n } from '../../i18n/i18n.js';
import { Amount } from '../../ui/amount.js';
import { networkName } from '../../ui/network-name.js';
import type { ListedOrder } from '../net/types.js';
import { Age } from '../parts/moment.js';
import { listed } from '../parts/words.js';
import { RowLink } from '../parts/row-link.js';
import { Status } from '../parts/status.js';

/** Orders as rows, each a link to its file. */
export function OrderRows({ orders }: { readonly orders: readonly ListedOrder[] }) {
  return (
    <ol class="rows">
      {orders.map((order) => (
        <li key={order.merchantOrderNo}>
          <OrderRow order={order} />
        </li>
      ))}
    </ol>
  );
}

function OrderRow({ order }: { readonly order: ListedOrder }) {
  const { t, format } = useI18n();
  const { merchantOrderNo, side, status, inReview, amount, fiat, crypto, network, createdAt, country } = order;
  const { customerEmail } = order;
  const what =
    crypto !== null && network !== null
      ? t('console.find.on', { crypto, network: networkName(network) })
      : (crypto ?? '');
  const named = side === 'SELL' ? t('console.find.sale', { what }) : what;
  const place = country === null ? [named] : [named, format.country(country)];
  return (
    <RowLink class="order-row" order={merchantOrderNo}>
      <span class="code order-row__number">{merchantOrderNo}</span>
      <Status status={status} inReview={inReview} />
      <span class="order-row__deal">
        {amount !== null && fiat !== null && <Amount of="fiat" value={amount} unit={fiat} />}
        <span class="soft">{listed(t, place)}</span>
        {customerEmail !== null && <bdi class="soft">{customerEmail}</bdi>}
      </span>
      <span class="soft order-row__age">
        <Age at={createdAt} />
      </span>
    </RowLink>
  );
}
