import type { Order } from '#client/src/index.js';
import { useI18n } from '../../i18n/i18n.js';
import { Amount } from '../../ui/amount.js';
import { Coin } from '../../ui/coin.js';
import { Fact, Facts } from '../../ui/facts.js';
import { networkName } from '../../ui/network-name.js';
import type { AmountLine } from '../story/amounts.js';

export function Amounts({ order, lines }: { readonly order: Order; readonly lines: readonly AmountLine[] }) {
  const { t } = useI18n();
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
            {line.per !== undefined && (
              <>
                <Amount of="crypto" value="1" unit={line.per} /> ={' '}
              </>
            )}
            <Amount {...line} />
          </Fact>
        ))}
      </Facts>
    </section>
  );
}
