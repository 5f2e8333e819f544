import './unpaid-orders.css';
import { useId } from 'preact/hooks';
import type { BuyOrder } from '#client/src/index.js';
import { useI18n } from '../i18n/i18n.js';
import { Amount } from '../ui/amount.js';
import { Banner } from '../ui/banner.js';
import { Text } from '../ui/text.js';
import { orderAddress } from './order-address.js';
import type { UnpaidOrder } from './use-unpaid-orders.js';

/** Shows the recent orders of this browser that are unpaid, so that none is paid twice. */
export function UnpaidOrders({ unpaid }: { readonly unpaid: readonly UnpaidOrder[] }) {
  const { t } = useI18n();
  if (unpaid.length === 0) return null;
  return (
    <Banner tone="info" sign="clock" title={t(unpaid.length === 1 ? 'unpaid.title' : 'unpaid.titleMany')}>
      <ul class="stack stack--close">
        {unpaid.map(({ order }) => (
          <Unpaid key={order.merchantOrderNo} order={order} />
        ))}
      </ul>
      <p class="unpaid__once">{t('unpaid.once')}</p>
    </Banner>
  );
}

function Unpaid({ order: { fiat, amount, crypto, createdAt, merchantOrderNo } }: { readonly order: BuyOrder }) {
  const { t, format } = useI18n();
  const id = useId();
  const what = <Amount of="fiat" value={amount} unit={fiat} />;
  return (
    <li class="unpaid__order">
      <span id={id}>
        <Text of="unpaid.text" values={{ amount: what, crypto, time: format.moment(createdAt) }} />
      </span>
      <a href={orderAddress(merchantOrderNo)} aria-describedby={id}>
        {t('progress.toOrder')}
      </a>
    </li>
  );
}
