import type { ComponentChildren } from 'preact';
import { useI18n } from '../../i18n/i18n.js';
import { Amount } from '../../ui/amount.js';
import { Fact, Facts } from '../../ui/facts.js';
import { networkName } from '../../ui/network-name.js';
import type { OrderFile } from '../net/types.js';
import { methodName } from '../parts/method-name.js';
import { Moment } from '../parts/moment.js';
import { listed, words } from '../parts/words.js';

/** Who ordered what. Personal values are masked by the service. */
export function Deal({ order }: { readonly order: OrderFile }) {
  const i18n = useI18n();
  const { t, format } = i18n;
  const { side, amount, fiat, crypto, network, country, payWayCode, callerKind, customerId, customerEmail } = order;
  const known = [customerId, customerEmail].filter(Boolean).join(', ');
  const rows: readonly (readonly [string, ComponentChildren])[] = [
    [
      t(side === 'BUY' ? 'console.deal.purchase' : 'console.deal.sale'),
      amount !== null && fiat !== null && <Amount of="fiat" value={amount} unit={fiat} />,
    ],
    [
      t('console.deal.crypto'),
      crypto !== null && <bdi>{listed(t, network === null ? [crypto] : [crypto, networkName(network)])}</bdi>,
    ],
    [t('console.deal.address'), order.address !== null && <span class="code">{order.address}</span>],
    [t('console.deal.memo'), order.memo !== null && <span class="code">{order.memo}</span>],
    [t('console.deal.method'), payWayCode !== null && methodName(payWayCode, i18n)],
    [t('console.deal.country'), country !== null && format.country(country)],
    [t('console.deal.customer'), <bdi>{known || (callerKind !== null && words(t, callerKind))}</bdi>],
    [t('console.deal.number'), order.orderNo !== null && <span class="code">{order.orderNo}</span>],
    [t('console.deal.placed'), <Moment at={order.createdAt} />],
    [t('console.deal.changed'), <Moment at={order.updatedAt} />],
    ...Object.entries(order.metadata).map(([name, value]) => [name, <bdi>{value}</bdi>] as const),
  ];
  return (
    <div class="deal card">
      <Facts>
        {rows.map(
          ([name, value]) =>
            value && (
              <Fact key={name} name={<bdi>{name}</bdi>}>
                {value}
              </Fact>
            ),
        )}
      </Facts>
    </div>
  );
}
