import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decideSnapshot } from '#src/orders/decisions/decide-snapshot.js';
import { mayHavePage } from '#src/orders/decisions/existence.js';
import { recordForStaff } from '#src/orders/decisions/expectation.js';
import type { SnapshotContext } from '#src/orders/decisions/question.js';
import type { Decision } from '#src/orders/decisions/order-change.js';
import type { TradeStatus } from '#src/orders/model/order-status.js';
import type { OpenMismatch, TradeRow } from '#src/orders/model/order.types.js';
import type { BuySnapshot, BuyTradeStatus, TradeSnapshot } from '#src/ramp/port/ramp.types.js';
import { QUESTION, snapshotContext } from '../../support/decision-contexts.js';
import { DAY, HOUR, MINUTE, NOW, SECOND, at } from '../../support/moments.js';
import { buySeen, openMismatch, orderState, trade, unknownTrade, flat } from '../../support/order-builders.js';
import type { FlatTrade, GivenFacts } from '../../support/order-builders.js';

const OTHER = '0x8617E340B3D01FA5F11F306F4090FD50E238070D';

interface Given {
  readonly trade?: TradeRow;
  readonly seen?: TradeSnapshot;
  readonly open?: readonly OpenMismatch[];
  readonly context?: Partial<SnapshotContext>;
}

function decide({ trade: row = trade(), seen = buySeen(), open = [], context = {} }: Given = {}): Decision {
  const state = orderState({ trades: [row], openMismatches: open });
  return decideSnapshot(state, row, seen, QUESTION, snapshotContext(context));
}

function after(given: Given): FlatTrade {
  const { updated } = decide(given);
  expect(updated).toHaveLength(1);
  return flat(updated[0]!.trade);
}

const opened = (given: Given): string[] => decide(given).opened.map(({ kind, field }) => `${kind} ${field}`);

describe('snapshot: an answer without news', () => {
  it('is counted, ends the lease and plans the next poll', () => {
    const row = trade({ quietAnswers: 3, missedAnswers: 2 });
    const { updated } = decide({ trade: row });
    expect(updated[0]).toMatchObject({ schedules: true, leaseId: QUESTION.leaseId });
    expect(updated[0]!.trade).toMatchObject({
      quietAnswers: 4,
      missedAnswers: 0,
      lastAskedAt: QUESTION.askedAt,
      lastAnswerAt: NOW,
      statusAt: row.statusAt,
      updatedAt: row.updatedAt,
    });
    expect(updated[0]!.trade.nextQueryAt!.getTime()).toBeGreaterThan(NOW.getTime());
  });
});

describe('snapshot: an allowed status', () => {
  it.each<[TradeStatus, BuyTradeStatus]>([
    ['CREATING', 'AWAITING_PAYMENT'],
    ['AWAITING_PAYMENT', 'PAID'],
    ['CANCELLED', 'PAID'],
  ])('%s to %s is applied, dated by Postgres and recorded with its evidence', (from, status) => {
    const given = { trade: trade({ status: from, quietAnswers: 9 }), seen: buySeen({ status, rampStatus: 'W' }) };
    expect(after(given)).toMatchObject({ status, statusAt: NOW, rampStatus: 'W', quietAnswers: 0, updatedAt: NOW });
    const [draft] = decide(given).drafts;
    expect(draft).toMatchObject({
      kind: 'seen',
      tradeNo: 'A-1001',
      data: { changes: { status: { from, to: status } } },
    });
    expect(draft!.evidence).toEqual({ seen: { data: 'as it came' } });
    expect(decide(given).opened).toEqual([]);
  });
});

describe('snapshot: a status that is not applied', () => {
  it.each<[TradeStatus, BuyTradeStatus]>([['PAID', 'AWAITING_PAYMENT']])(
    'the way back from %s to %s is a mismatch, and the rest is applied',
    (from, status) => {
      const given = { trade: trade({ status: from }), seen: buySeen({ status, txHash: '0xabc' }) };
      expect(after(given)).toMatchObject({ status: from, txHash: '0xabc', statusAt: trade().statusAt });
      expect(decide(given).opened).toEqual([
        { tradeNo: 'A-1001', kind: 'transition', field: 'status', asked: from, seen: status },
      ]);
    },
  );

  it.each(['RISK_CONTROL', 'REFUNDED', null])('the unknown status %s keeps the old one and is stored raw', (word) => {
    const given = { trade: trade({ status: 'PAID' }), seen: buySeen({ status: null, rampStatus: word }) };
    expect(after(given)).toMatchObject({ status: 'PAID', rampStatus: word });
    expect(decide(given).opened).toMatchObject([{ kind: 'status', field: 'status', seen: word }]);
  });
});

describe('snapshot: unreadable fields', () => {
  it('are one mismatch each, and the rest of the record is applied', () => {
    const seen = buySeen({ status: 'PAID', unreadable: ['payTime', 'rampFee'] });
    expect(opened({ seen })).toEqual(['unreadable payTime', 'unreadable rampFee']);
    expect(after({ seen }).status).toBe('PAID');
  });
});

describe('snapshot: a difference from the terms', () => {
  it('is a mismatch, and the status still follows the provider', () => {
    const given = { seen: buySeen({ status: 'PAID', network: 'BSC' }) };
    expect(opened(given)).toEqual(['field network']);
    expect(after(given).status).toBe('PAID');
  });

  it('is opened for this trade even if open for another one', () => {
    const open = [openMismatch({ field: 'network', tradeNo: 'A-1001-r2' })];
    expect(opened({ seen: buySeen({ network: 'BSC' }), open })).toEqual(['field network']);
    expect(decide({ open }).resolved).toEqual([]);
  });

  it.each<OpenMismatch['kind']>(['field', 'status', 'transition', 'unreadable', 'order_no_clash', 'vanished'])(
    'of kind %s is resolved by a later answer without it',
    (kind) => {
      const { resolved, drafts } = decide({ open: [openMismatch({ kind, field: 'network' })] });
      expect(resolved).toEqual([
        {
          id: 'mismatch-1',
          by: 'provider',
          note: null,
          draft: {
            tradeNo: 'A-1001',
            kind: 'mismatch_resolved',
            data: { mismatch: kind, field: 'network', by: 'provider' },
          },
        },
      ]);
      expect(drafts).toEqual([]);
    },
  );

  it.each<[string, Partial<BuySnapshot> & GivenFacts, string[]]>([
    ['address', { address: null }, []],
    ['address', { address: '' }, []],
    ['address', {}, ['mismatch-1']],
    ['amount', { status: 'PAID', amount: null }, []],
    ['amount', { status: null, rampStatus: 'RISK_CONTROL' }, []],
    ['amount', { status: 'PAID' }, ['mismatch-1']],
  ])('in %s is not resolved by an empty field: %j', (field, seen, ids) => {
    const row = trade({ status: 'PAID' });
    const given = { trade: row, seen: buySeen({ status: 'PAID', ...seen }), open: [openMismatch({ field })] };
    expect(decide(given).resolved.map(({ id }) => id)).toEqual(ids);
  });

  it('quiet answers in review keep their backoff', () => {
    const given = { seen: buySeen({ network: 'BSC' }), open: [openMismatch({ field: 'network' })] };
    expect(after({ ...given, trade: trade({ quietAnswers: 5 }) }).quietAnswers).toBe(6);
  });
});

describe('snapshot: the record of another trade', () => {
  const foreign = buySeen({
    orderNo: 'P-9',
    status: 'COMPLETED',
    rampStatus: 'FINISHED',
    txHash: '0xabc',
    amount: '7',
    network: 'BSC',
    unreadable: ['payTime'],
  });

  it("is not stored, since it may be another customer's, and is a mismatch of the provider number only", () => {
    expect(after({ seen: foreign }).lastSeen).toEqual(trade().lastSeen);
    expect(recordForStaff(trade(), foreign, snapshotContext())).toEqual(trade().lastSeen);
    expect(recordForStaff(trade(), buySeen(), snapshotContext())).toEqual({ data: 'as it came' });
    expect(opened({ seen: foreign })).toEqual(['foreign orderNo']);
  });
});

describe('snapshot: an answered trade exists', () => {
  it.each([
    ['unknown', 'CREATING'],
    ['in_flight', 'CREATING'],
    ['never_created', 'EXPIRED'],
    ['refused', 'REJECTED'],
  ] as const)('with outcome %s: adopted with the provider number, never with a payUrl', (outcome, status) => {
    const row = unknownTrade({ outcome, status, superseded: true, notFoundAt: at(-HOUR) });
    expect(after({ trade: row })).toMatchObject({
      status: 'AWAITING_PAYMENT',
      outcome: 'created',
      orderNo: 'P-1',
      payUrl: null,
      superseded: true,
      notFoundAt: null,
    });
  });

  it.each([
    ['not_sent', 0, false, true],
    ['not_sent', 3, false, true],
    ['unknown', 3, false, false],
    ['unknown', 3, true, true],
    ['in_flight', 3, false, false],
    ['in_flight', 3, true, true],
  ] as const)(
    'with outcome %s after %i sends, older than a loss of commits (%s): its page may have been returned: %s',
    (outcome, sends, isOlder, expected) => {
      const { updated } = decide({ trade: unknownTrade({ outcome, sends }), context: { isOlder } });
      expect(mayHavePage(updated[0]!.trade)).toBe(expected);
    },
  );

  it('a late success of a superseded trade is recorded, not a mismatch', () => {
    const given = { trade: trade({ status: 'CANCELLED', superseded: true }), seen: buySeen({ status: 'PAID' }) };
    const { drafts, opened: found } = decide(given);
    expect(found).toEqual([]);
    expect(drafts).toMatchObject([{ kind: 'seen', data: { lateSuccess: true } }]);
  });
});

describe('snapshot: a record of another purchase', () => {
  it.each([
    { side: 'SELL' },
    { crypto: 'BTC' },
    { network: 'BSC' },
    { address: '0x0000000000000000000000000000000000000001' },
  ])('without a provider number yet, %o is foreign', (other) => {
    const given = { trade: unknownTrade(), seen: buySeen({ status: 'PAID', ...other }) };
    expect(after(given)).toMatchObject({ status: 'CREATING', outcome: 'unknown', orderNo: null });
    expect(opened(given)).toEqual(['foreign orderNo']);
  });

  it('with a known number it belongs to the trade, and a wrong address is a mismatch', () => {
    const given = { seen: buySeen({ status: 'PAID', address: '0x0000000000000000000000000000000000000001' }) };
    expect(after(given).status).toBe('PAID');
    expect(opened(given)).toEqual(['field address']);
  });
});

describe('snapshot: a purchase not paid in time', () => {
  it('counts from the newest request', () => {
    const again = trade({ createdAt: at(-3 * DAY), stamp: at(-MINUTE).getTime() });
    expect(after({ trade: again, seen: buySeen({ status: 'AWAITING_PAYMENT' }) }).status).toBe('AWAITING_PAYMENT');
  });

  const old = (status: TradeStatus, ageMs = DAY + SECOND): TradeRow =>
    trade({ status, createdAt: at(-ageMs), stamp: at(-ageMs).getTime(), statusAt: at(-ageMs) });

  it.each<BuyTradeStatus>(['AWAITING_PAYMENT', 'PAYMENT_FAILED'])('%s after the deadline: EXPIRED', (status) => {
    const given = { trade: old('AWAITING_PAYMENT'), seen: buySeen({ status, rampStatus: 'RAW' }) };
    expect(after(given)).toMatchObject({ status: 'EXPIRED', statusAt: NOW, rampStatus: 'RAW', watchClass: 'closed' });
    expect(opened(given)).toEqual([]);
  });

  it('stays unpaid before the deadline', () => {
    expect(after({ trade: old('AWAITING_PAYMENT', DAY - SECOND) }).status).toBe('AWAITING_PAYMENT');
  });
});

describe('snapshot: facts', () => {
  it('are stored digit for digit', () => {
    const seen = buySeen({
      status: 'COMPLETED',
      cryptoQuantity: '99.500000000000000000',
      rampFee: '1.00',
      amount: '100',
    });
    expect(after({ seen })).toMatchObject({ cryptoQuantity: '99.500000000000000000', rampFee: '1.00', amount: '100' });
  });

  it('a payment time before payment is dropped', () => {
    expect(after({ seen: buySeen({ paidAt: at(-MINUTE) }) }).paidAt).toBeNull();
    expect(after({ seen: buySeen({ paidAt: at(-MINUTE), status: 'PAID' }) }).paidAt).toEqual(at(-MINUTE));
  });
});

describe('snapshot: a completed trade', () => {
  it('is polled once more, and then no more', () => {
    const first = after({ trade: trade({ status: 'PAID' }), seen: buySeen({ status: 'COMPLETED' }) });
    expect(first).toMatchObject({ finalFieldsAsked: false, watchClass: 'closed' });
    expect(first.nextQueryAt).not.toBeNull();
    const second = after({
      trade: first,
      seen: buySeen({ status: 'COMPLETED', rampStatus: 'PENDING', fiatInUSD: '100' }),
    });
    expect(second).toMatchObject({ finalFieldsAsked: true, fiatInUSD: '100', nextQueryAt: null });
    // The provider may correct itself.
    const strange = after({ trade: second, seen: buySeen({ status: 'PAID' }) });
    expect(strange.nextQueryAt).not.toBeNull();
    expect(after({ trade: strange, seen: buySeen({ status: 'COMPLETED' }) }).nextQueryAt).toBeNull();
  });
});

describe('snapshot: any answer', () => {
  const words: (BuyTradeStatus | null)[] = [
    'AWAITING_PAYMENT',
    'PAYMENT_FAILED',
    'PAID',
    'TRANSFERRING',
    'CANCELLED',
    'COMPLETED',
    null,
  ];
  const statuses: TradeStatus[] = ['CREATING', 'EXPIRED', 'REJECTED', ...words.filter((word) => word !== null)];
  const text = fc.option(fc.string({ maxLength: 8 }), { nil: null });
  const answers = fc.record({
    status: fc.constantFrom(...words),
    rampStatus: text,
    orderNo: fc.option(fc.constantFrom('P-1', 'P-2', ''), { nil: null }),
    network: text,
    address: text,
    appId: text,
  });

  it('is no news the second time', () => {
    fc.assert(
      fc.property(fc.constantFrom(...statuses), answers, (status, seen) => {
        const first = decide({ trade: trade({ status }), seen: buySeen(seen) });
        const open = first.opened.map(({ kind, field }, id) => openMismatch({ id: `m${id}`, kind, field }));
        const second = decide({ trade: first.updated[0]!.trade, seen: buySeen(seen), open });
        expect([...second.drafts, ...second.opened, ...second.resolved]).toEqual([]);
      }),
    );
  });
});

describe('snapshot: a difference resolved by staff', () => {
  const settled = { tradeNo: 'A-1001', kind: 'field', field: 'address', seen: OTHER } as const;
  const seen = (address: string, status: 'PAID' | 'COMPLETED' = 'PAID', resolvedMismatches = [settled]) => {
    const row = trade({ status });
    const state = orderState({ trades: [row], resolvedMismatches });
    return decideSnapshot(state, row, buySeen({ status, address }), QUESTION, snapshotContext());
  };

  it('is opened with another value', () => {
    expect(seen('0x0000000000000000000000000000000000000001').opened).toMatchObject([{ field: 'address' }]);
    expect(seen(OTHER, 'PAID', []).opened).toMatchObject([{ field: 'address', seen: OTHER }]);
  });
});

describe('snapshot: a record without a number', () => {
  const nameless = buySeen({ orderNo: null, status: 'PAID' });

  it('is foreign while the number is unknown', () => {
    const { updated, opened } = decide({ trade: unknownTrade(), seen: nameless });
    expect(updated[0]!.trade).toMatchObject({ outcome: 'unknown', status: 'CREATING', orderNo: null });
    expect(opened).toMatchObject([{ kind: 'foreign', field: 'orderNo', seen: null }]);
  });

  it('belongs to the trade once its number is known', () => {
    const { updated, opened } = decide({ trade: trade({ orderNo: 'P-1' }), seen: nameless });
    expect(updated[0]!.trade).toMatchObject({ status: 'PAID', orderNo: 'P-1' });
    expect(opened).toEqual([]);
  });
});
