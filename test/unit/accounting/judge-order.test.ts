import { describe, expect, it } from 'vitest';
import { judgeOrder } from '#src/accounting/history/judge-order.js';
import type { HistoryKeys, StoredOrder } from '#src/accounting/history/judge-order.js';
import { chainEvents } from '#src/orders/decisions/history.js';
import { sealOf } from '#src/orders/decisions/state-seal.js';
import { JsonFindings, TextFindings } from '#src/cli/accounts/findings.js';
import type { AuditResult, Findings } from '#src/cli/accounts/findings.js';
import { seal } from '../../support/decision-contexts.js';
import { at, NOW, SECOND } from '../../support/moments.js';
import type { OrderRow, TradeState } from '#src/orders/model/order.types.js';
import { asked, openMismatch, orderRow, trade } from '../../support/order-builders.js';

/** Two changes: two entries by the first, one by the second. */
function stored(given: Partial<StoredOrder['order']> = {}): StoredOrder {
  const entry = (kind: 'reserved' | 'created' | 'seen', data: object) => ({
    tradeNo: 'A-1001',
    kind,
    data: { ...data },
  });
  const drafts = [
    entry('reserved', { sends: 1, asked: {}, owner: DIGEST('["everybody",null]', 'k1') }),
    entry('created', { orderNo: 'P-1', payUrl: 'handed out', page: DIGEST(trade().payUrl ?? '', 'k1') }),
  ];
  const start = { eventCount: 0, lastEventMac: null };
  const first = chainEvents('A-1001', start, drafts, { kind: 'checkout', by: 'everybody' }, NOW, seal);
  const second = chainEvents('A-1001', first.end, [entry('seen', {})], { kind: 'poll' }, at(SECOND), seal);
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

const DIGEST = (text: string, keyId: string): string => `${keyId}:${seal(text).mac.toString('hex')}`;
const KEYS: HistoryKeys = {
  digest: DIGEST,
  reseal: (text) => seal(text).mac,
  verifyState: (text, _keyId, mac) => mac.equals(seal(text).mac),
};

const judge = (given: StoredOrder): string[] =>
  judgeOrder(given, KEYS).map(({ entry, reason }) => `${entry ?? '-'} ${reason}`);

describe('judgeOrder', () => {
  it('finds no fault in a sound order', () => {
    expect(judge(stored())).toEqual([]);
  });

  it('denies no owner that a release without digests may have changed with the newest terms', () => {
    const { order, events, ...rest } = stored({ customerId: 'customer-2' });
    const draft = { tradeNo: 'A-1001', kind: 'sending_again', data: { asked: {}, sends: 2 } } as const;
    const next = chainEvents('A-1001', order!, [draft], { kind: 'checkout', by: 'everybody' }, at(2 * SECOND), seal);
    const later = next.events.map((event) => ({ ...event, isWholeTime: true }));
    const faults = judge(sealedAgain({ ...rest, order: { ...order!, ...next.end }, events: [...events, ...later] }));
    expect(faults.filter((fault) => fault.includes('another caller'))).toEqual([]);
    expect(
      judge(stored({ customerId: 'customer-2' })).filter((fault) => fault.includes('another caller')),
    ).toHaveLength(1);
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
      '- its trade A-1001 is CANCELLED, and its history makes it AWAITING_PAYMENT',
      '- its status is AWAITING_PAYMENT, and its trades make it CANCELLED',
      '- its failure code is none, and its trades make it cancelled',
    ]);
  });

  it('compares the stored state with its seal', () => {
    const order = { ...stored().order!, createdAt: NOW };
    expect(judge({ ...stored(), order })).toEqual(['- its state does not fit its seal']);
    const trades = [trade({ asked: asked({ address: 'elsewhere' }) })];
    expect(judge({ ...stored(), trades })).toEqual(['- its state does not fit its seal']);
    expect(judge({ ...stored(), order: { ...stored().order!, stateMac: null } })).toEqual(['- its state has no seal']);
  });

  const STRANGE = { caller: 'key:b' };
  it.each<[string, Partial<OrderRow>, readonly TradeState[], string]>([
    [
      'status',
      { status: 'PAID' },
      [trade({ status: 'PAID' })],
      'its trade A-1001 is PAID, and its history makes it AWAITING_PAYMENT',
    ],
    [
      'page',
      {},
      [trade({ payUrl: 'https://thief.example' })],
      'the page of its trade A-1001 is not the one of its history',
    ],
    ['caller', STRANGE, [trade()], 'it belongs to another caller or customer than its history says'],
    ['customer', { customerId: 'b' }, [trade()], 'it belongs to another caller or customer than its history says'],
    ['trade', {}, [trade(), trade({ n: 2, tradeNo: 'A-1001-r2' })], 'no entry makes its trade A-1001-r2'],
  ])('finds a %s that no entry tells, under a seal that was made to fit', (_what, given, trades, reason) => {
    expect(judge(sealedAgain({ ...stored(given), trades }))).toEqual([`- ${reason}`]);
  });

  it('reports a missing history once, and nothing else', () => {
    expect(judge({ ...stored({ eventCount: 0, lastEventMac: null }), events: [] })).toEqual(['- there is no history']);
  });
});

const WELL = { orders: 2, entries: 6, faults: 0, faultyOrders: 0, missingKeys: [] };
const FAULTS = [
  { merchantOrderNo: 'A-1', entry: 2, reason: 'there is no service key \u001b[2J' },
  { merchantOrderNo: 'A-2', entry: null, reason: 'there is no history' },
];

async function told(
  make: (say: (text: string) => Promise<void>) => Findings,
  faults = FAULTS,
  result = WELL,
  audit: AuditResult | null = null,
) {
  let text = '';
  const findings = make((part) => {
    text += part;
    return Promise.resolve();
  });
  for (const fault of faults) await findings.fault(fault);
  if (audit !== null) await findings.fault({ subject: 'audit log', entry: 3, reason: 'was altered' });
  await findings.end({ ...result, faults: faults.length, faultyOrders: faults.length }, audit);
  return text;
}

describe('verify-history: text output', () => {
  const text = (...rest: [typeof FAULTS?, typeof WELL?, AuditResult?]) => told((say) => new TextFindings(say), ...rest);

  it('has a safe line per fault and a verdict', async () => {
    expect(await text(FAULTS, { ...WELL, orders: 3 })).toBe(
      'A-1 entry 2: there is no service key ?[2J\nA-2: there is no history\n3 orders with 6 entries checked: 2 faults in 2 orders\n',
    );
    expect(await text([])).toBe('2 orders with 6 entries checked: all is well\n');
  });

  it('names a missing key, or suggests that the key is another one', async () => {
    expect(await text(FAULTS, { ...WELL, missingKeys: ['k9'] as never })).toContain('There is no service key k9: ');
    expect(await text()).toContain('is SERVICE_KEY the key of this service?');
  });
});

describe('verify-history: JSON output', () => {
  it.each([[[]], [FAULTS.slice(0, 1)], [FAULTS]])('is one document for %j', async (faults) => {
    const text = await told((say) => new JsonFindings(say), faults);
    expect(JSON.parse(text)).toEqual({
      faults,
      orders: 2,
      entries: 6,
      faultCount: faults.length,
      faultyOrders: faults.length,
      missingKeys: [],
      auditEntries: null,
      anchors: 0,
    });
    expect(text.endsWith('\n')).toBe(true);
  });
});
