import { describe, expect, it } from 'vitest';
import { announcementsOf, mayHaveAnnounced } from '#src/orders/decisions/announcements.js';
import type { Side } from '#src/ramp/port/trade-facts.js';
import type { TradeStatus } from '#src/orders/model/order-status.js';
import { statusesOf, transition } from '#src/orders/model/transition.js';
import { orderRow, trade } from '../../support/order-builders.js';

function later(side: Side, from: TradeStatus): ReadonlySet<TradeStatus> {
  const reached = new Set([from]);
  for (const status of reached)
    for (const next of statusesOf(side)) if (transition(side, status, next) === 'move') reached.add(next);
  return reached;
}

const standing = (side: Side, status: TradeStatus) => ({
  order: orderRow({ side, status }),
  trades: [trade({ side, status })],
});

describe.each(['BUY', 'SELL'] as const)('announcements of a %s order', (side) => {
  const statuses = statusesOf(side);

  it.each(statuses)('announcements: an event announced at %s is accepted later in any status', (status) => {
    for (const announcedStatus of [null, ...statuses]) {
      const before = orderRow({ side, announcedStatus });
      const said = announcementsOf(before, { status, failureCode: null, inReview: true, opens: true });
      said.push(...announcementsOf(before, { status, failureCode: null, inReview: false, opens: false }));
      for (const now of later(side, status))
        expect(said.filter((type) => !mayHaveAnnounced(type, standing(side, now)))).toEqual([]);
    }
  });

  it('announcements: an unpaid order has announced no payment, completion or refund', () => {
    const kind = side === 'BUY' ? 'order' : 'sell_order';
    const start = side === 'BUY' ? 'AWAITING_PAYMENT' : 'AWAITING_CRYPTO';
    for (const type of [`${kind}.completed`, `${kind}.refunded`, ...(side === 'BUY' ? ['order.paid'] : [])])
      expect(mayHaveAnnounced(type, standing(side, start)), type).toBe(false);
    for (const type of ['report.daily', 'order.rubbish', side === 'BUY' ? 'sell_order.updated' : 'order.updated'])
      expect(mayHaveAnnounced(type, standing(side, start)), type).toBe(false);
  });
});
