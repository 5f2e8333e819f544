import { describe, expect, it } from 'vitest';
import { judgeOrder } from '#src/accounting/history/judge-order.js';
import type { HistoryKeys, StoredOrder } from '#src/accounting/history/judge-order.js';
import { chainEvents } from '#src/orders/decisions/history.js';
import { sealOf } from '#src/orders/decisions/state-seal.js';
import { seal } from '../../support/decision-contexts.js';
import { at, NOW, SECOND } from '../../support/moments.js';
import { asked, openMismatch, orderRow, trade } from '../../support/order-builders.js';

/** Two changes: two entries by the first, one by the second. */
function stored(given: Partial<StoredOrder['order']> = {}): StoredOrder {
  const draft = { tradeNo: 'A-1001', kind: 'seen', data: {} } as const;
  const start = { eventCount: 0, lastEventMac: null };
  const first = chainEvents('A-1001', start, [draft, draft], { kind: 'poll' }, NOW, seal);
  const second = chainEvents('A-1001', first.end, [draft], { kind: 'poll' }, at(SECOND), seal);
  const order = { ...orderRow(), ...second.end, ...given };
  return sealedAgain({
    merchantOrderNo: 'A-1001',
    order,
    trades: [trade()],
    openMismatches: [],
    resolvedMismatches: [],
    events: [...first.events, ...second.events].map((event) => ({ ...event, isWholeTime: true })),
  });
}

/** Seals as the service does with each change. */
const sealedAgain = (given: StoredOrder): StoredOrder => {
  const order = { ...orderRow(), ...given.order };
  return { ...given, order: { ...order, ...sealOf({ ...given, order }, seal) } };
};

const KEYS: HistoryKeys = {
  reseal: (text) => seal(text).mac,
  verifyState: (text, _keyId, mac) => mac.equals(seal(text).mac),
};

const judge = (given: StoredOrder): string[] =>
  judgeOrder(given, KEYS).map(({ entry, reason }) => `${entry ?? '-'} ${reason}`);

describe('judgeOrder', () => {
  it('finds no fault in a sound order', () => {
    expect(judge(stored())).toEqual([]);
  });

  it.each([
    [1, ['- its version is 1, and its history tells of 2 to 3 changes']],
    [2, []],
    [3, []],
    [4, ['- its version is 4, and its history tells of 2 to 3 changes']],
  ])('version %i: %j', (version, faults) => {
    expect(judge(stored({ version }))).toEqual(faults);
  });

  it('compares status, failure code and review with trades and mismatches', () => {
    expect(judge(sealedAgain({ ...stored({ status: 'PAID' }), openMismatches: [openMismatch()] }))).toEqual([
      '- its status is PAID, and its trades make it AWAITING_PAYMENT',
      '- it is not in review, and 1 of its mismatches are open',
    ]);
    expect(judge(sealedAgain({ ...stored(), trades: [trade({ status: 'CANCELLED' })] }))).toEqual([
      '- its status is AWAITING_PAYMENT, and its trades make it CANCELLED',
      '- its failure code is none, and its trades make it cancelled',
    ]);
  });

  it('compares the stored state with its seal', () => {
    const order = { ...stored().order!, caller: 'someone else' };
    expect(judge({ ...stored(), order })).toEqual(['- its state does not fit its seal']);
    const trades = [trade({ asked: asked({ address: 'elsewhere' }) })];
    expect(judge({ ...stored(), trades })).toEqual(['- its state does not fit its seal']);
    expect(judge({ ...stored(), order: { ...stored().order!, stateMac: null } })).toEqual(['- its state has no seal']);
  });

  it('reports a missing history once, and nothing else', () => {
    expect(judge({ ...stored({ eventCount: 0, lastEventMac: null }), events: [] })).toEqual(['- there is no history']);
  });

  it('never throws: unreadable rows are faults', () => {
    const [first, ...rest] = stored().events;
    const strange = { ...stored(), events: [{ ...first!, at: new Date('infinity') }, ...rest] };
    expect(judge(strange)).toEqual([expect.stringMatching(/^- it cannot be read: /)]);
  });
});
