import './payments.css';
import type { Order } from '#client/src/index.js';
import { Amount } from '../../ui/amount.js';
import { useI18n } from '../../i18n/i18n.js';
import { Copyable } from '../../ui/copyable.js';
import { Text } from '../../ui/text.js';
import type { Payment } from '../story/payments.js';

interface Props {
  readonly payments: readonly Payment[];
  readonly order: Pick<Order, 'fiat' | 'crypto'>;
}

export function Payments({ payments, order: { fiat, crypto } }: Props) {
  const { t, format } = useI18n();
  if (payments.length === 0) return null;
  return (
    <section class="card stack">
      <h2>{t('order.payments')}</h2>
      <ul class="payments">
        {payments.map(({ number, end, amount, at }) => (
          <li key={number} class="payment">
            <div class="payment__head">
              {amount !== null && fiat !== null && (
                <strong>
                  <Amount of="fiat" value={amount} unit={fiat} />
                </strong>
              )}
              {at !== null && (
                <time class="soft small" dateTime={at}>
                  {format.moment(at)}
                </time>
              )}
            </div>
            <p>{t(end, { crypto: crypto ?? t('order.crypto') })}</p>
            <Copyable text={number} what={t('order.detail.provider_number')} />
          </li>
        ))}
      </ul>
      <p class="soft small">
        <Text of="order.payments.text" />
      </p>
    </section>
  );
}
