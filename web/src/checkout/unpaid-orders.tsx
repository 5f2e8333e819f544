import './unpaid-orders.css';
import { useId } from 'preact/hooks';
import type { BuyOrder } from '#client/src/index.js';
import { useI18n } from '../i18n/i18n.js';
import { Banner } from '../ui/banner.js';
import { orderPageOf } from './rules/departure.js';
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
  return (
    <li>
      <span id={id}>
        {t('unpaid.text', { amount: format.fiat(amount, fiat), crypto, time: format.moment(createdAt) })}
      </span>{' '}
      <a href={orderPageOf(merchantOrderNo)} aria-describedby={id}>
        {t('unpaid.open')}
      </a>
    </li>
  );
}
