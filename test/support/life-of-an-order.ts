import { isRetryOffered, shownPage } from '#src/orders/decisions/offers.js';
import { orderEnd } from '#src/orders/decisions/order-end.js';
import type { OrderState, TradeRow } from '#src/orders/model/order.types.js';
import type { BuyTradeStatus } from '#src/ramp/port/ramp.types.js';
import { HOUR } from './moments.js';
import { orderRow, orderState, trade } from './order-builders.js';

type Status = BuyTradeStatus | 'CREATING';

const WAIT = 'wait; sell nothing twice';
const OVER = 'release the cart, offer a retry, keep looking';

const SHOP_DOES: Readonly<Record<Status, string>> = {
  CREATING: 'wait; repeat or read',
  AWAITING_PAYMENT: 'send the customer to pay',
  PAYMENT_FAILED: 'back to `payUrl` (another card), or retry',
  PAID: WAIT,
  TRANSFERRING: WAIT,
  COMPLETED: '**deliver, if the [rule](events.md#deliver-once) says so**',
  REFUNDED: 'do not deliver',
  CANCELLED: OVER,
  EXPIRED: OVER,
  REJECTED: 'read `failure.code`; ask for other input',
};

export const LIFE_HEAD = ['status', 'settled', 'final', 'retryable', '`payUrl`', 'what the shop does'];

/** The properties of a purchase by status, from the service's own decisions; statuses with equal properties share a row. */
export function lifeOfAnOrder(): string[][] {
  const rows = new Map<string, { statuses: string[]; cells: string[] }>();
  for (const [status, does] of Object.entries(SHOP_DOES) as [Status, string][]) {
    const cells = [...standing(status), does];
    const row = rows.get(cells.join('|')) ?? { statuses: [], cells };
    row.statuses.push(`\`${status}\``);
    rows.set(cells.join('|'), row);
  }
  return [...rows.values()].map(({ statuses, cells }) => [statuses.join(', '), ...cells]);
}

function standing(status: Status): string[] {
  const made = stateOf(status);
  const { settled, final } = orderEnd(made);
  const policy = { payUrlTtlMs: HOUR, maxTrades: 2 };
  return [
    settled ? 'yes' : 'no',
    final ? 'yes' : settled ? whenFinal(status) : 'no',
    isRetryOffered(made, policy)
      ? 'yes'
      : isRetryOffered(made, { ...policy, payUrlTtlMs: 0 })
        ? 'once `payUrl` is gone'
        : 'no',
    shownPage(made, policy) === null ? 'no' : 'until `payUrlExpiresAt`',
  ];
}

function whenFinal(status: Status): string {
  const isLater = orderEnd(stateOf(status, { nextQueryAt: null })).final;
  const isUnmade = orderEnd(stateOf(status, { outcome: 'refused' })).final;
  return [isLater ? 'later' : [], isUnmade ? 'at once if nothing was made' : []].flat().join(', ');
}

function stateOf(status: Status, given: Partial<TradeRow> = {}): OrderState {
  const unmade = { outcome: 'in_flight', orderNo: null, payUrl: null, payUrlAt: null } as const;
  const only = trade({ status, ...(status === 'CREATING' ? unmade : {}), ...given });
  return orderState({ order: orderRow({ status }), trades: [only] });
}
