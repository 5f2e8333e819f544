import type { Order } from '#client/src/index.js';
import { useI18n } from '../../i18n/i18n.js';
import type { I18n } from '../../i18n/i18n.js';
import { Coin } from '../../ui/coin.js';
import { Fact, Facts } from '../../ui/facts.js';
import { networkName } from '../../ui/network-name.js';
import type { AmountLine } from '../story/amounts.js';

export function Amounts({ order, lines }: { readonly order: Order; readonly lines: readonly AmountLine[] }) {
  const { t, format } = useI18n();
  if (lines.length === 0 && order.crypto === null) return null;
  return (
    <section class="card stack">
      <h2 class="row">
        {order.crypto !== null && <Coin crypto={order.crypto} network={order.network} size={36} />}
        <span class="grow">
          {t(order.side === 'SELL' ? 'order.amounts.sale' : 'order.amounts.purchase', {
            crypto: order.crypto ?? t('order.crypto'),
          })}
          {order.network !== null && (
            <span class="order-network soft small">
              {t('order.amounts.network', { network: networkName(order.network) })}
            </span>
          )}
        </span>
      </h2>
      <Facts>
        {lines.map((line) => (
          <Fact key={line.label} name={t(line.label)} strong={line.strong === true}>
            <span class="amount">{written(line, format)}</span>
          </Fact>
        ))}
      </Facts>
    </section>
  );
}

function written({ value, unit, of, per }: AmountLine, format: I18n['format']): string {
  const amount = of === 'fiat' ? format.fiat(value, unit) : format.crypto(value, unit);
  return per === undefined ? amount : `${format.crypto('1', per)} = ${amount}`;
}
