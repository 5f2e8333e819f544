import { describe, expect, it } from 'vitest';
import { KEY_COLUMNS } from '#src/access/api-keys/api-key.entity.js';
import { judgeKey, OF_KEY, resealKey, sealKey } from '#src/access/api-keys/api-key.js';
import type { ApiKeyRow } from '#src/access/api-keys/api-key.js';
import { RemovedOrderEntity } from '#src/accounting/removal/removal.service.js';
import { AuditCutEntity, AuditLogEntity } from '#src/audit/audit.entity.js';
import { OF_ORDER, OF_TRADE, sealOf, sealTools, stateFault } from '#src/orders/decisions/state-seal.js';
import { Secret } from '#src/platform/callers/secret.js';
import { ORDER_COLUMNS, OrderEventEntity, TRADE_COLUMNS } from '#src/orders/storage/order.entity.js';
import { OutboxEntity } from '#src/orders/storage/outbox-columns.js';
import { KeyRing } from '#src/platform/crypto/key-ring.js';
import type { Coverage } from '#src/platform/crypto/sealed-parts.js';
import { openMismatch, orderState, trade } from '../../support/order-builders.js';
import { KEY, keyRow, NEW, NOW, OLD } from '../access/keys/key-builders.js';

/** The next release has one column more on each of these tables. */
function later<T>(work: () => T): T {
  const lists = [OF_ORDER, OF_TRADE, OF_KEY] as unknown as Record<string, unknown>[];
  for (const list of lists) list['later'] = 1;
  try {
    return work();
  } finally {
    for (const list of lists) delete list['later'];
  }
}

type State = Parameters<typeof stateFault>[0];
type Values = Readonly<Record<string, unknown>>;
const ringOf = (...keys: (typeof OLD)[]): KeyRing => new KeyRing(keys);

const sealed = (state: State, ring = ringOf(OLD)): State => ({
  ...state,
  order: { ...state.order, ...sealOf(state, sealTools(ring).seal) },
});
const fits = (state: State, ring = ringOf(OLD)): boolean => stateFault(state, sealTools(ring).verify) === null;
/** By the release of today, and by the next. */
const fitsBoth = (state: State, ring?: KeyRing): [boolean, boolean] => [
  fits(state, ring),
  later(() => fits(state, ring)),
];

const withOrder = (state: State, values: Values): State => ({ ...state, order: { ...state.order, ...values } });
const withTrade = (state: State, values: Values): State => ({
  ...state,
  trades: state.trades.map((one, at) => (at === 0 ? { ...one, ...values } : one)),
});
const stateMac = (state: State): Buffer => state.order.stateMac!;

const PLACES = [
  ['of the order', withOrder],
  ['of a trade', withTrade],
  ['of both', (state: State, values: Values) => withTrade(withOrder(state, values), values)],
] as const;
const PAGES = [
  ['with a page', orderState()],
  ['without a page', orderState({ trades: [trade({ payUrl: null })] })],
] as const;

describe('seals of release 0.1.0', () => {
  it('are made so by each later release', () => {
    const state = orderState({ openMismatches: [openMismatch()] });
    expect(stateMac(later(() => sealed(state))).toString('hex')).toBe(
      'd1baf76fab4f4fb17e524e394d2dc296c0f7f543ba4e1d805f384a8bc15a7bc0c2e8e417617710f9762ee7f42cc6480cef772524cc7b2a30655ee693cf897b7c',
    );
    const key = new Secret(`rck_abcdefghjkmn_${'A'.repeat(43)}`);
    const row = { ...keyRow(), prefix: 'abcdefghjkmn', addresses: ['10.0.0.0/8'], expiresAt: NOW };
    const { seal } = later(() => sealKey(ringOf(OLD), { ...row, seal: Buffer.alloc(0) }, key));
    expect(seal.toString('hex')).toBe('2b300e4004e97793980f89b98284401c413c961d1ab5c6190589f339d37a2ae9');
  });
});

describe.each(PAGES)('a seal of an order %s, beside a release with one column more', (_, plain) => {
  const bySealOfNext = (state: State): State => later(() => sealed(state));

  it('is the same as long as the column is null', () => {
    expect(stateMac(bySealOfNext(plain))).toEqual(stateMac(sealed(plain)));
    expect(fitsBoth(sealed(plain))).toEqual([true, true]);
  });

  it.each(PLACES)('fits for both, whoever writes, and the older one keeps the column %s', (_place, withLater) => {
    const made = bySealOfNext(withLater(plain, { later: 'made' }));
    expect(fitsBoth(made)).toEqual([true, true]);
    const further = { ...trade({ n: 2 }), later: null };
    const changed = sealed({ ...withOrder(made, { version: 3, status: 'PAID' }), trades: [...made.trades, further] });
    expect(fitsBoth(changed)).toEqual([true, true]);
    const again = bySealOfNext(withLater(changed, { later: 'changed' }));
    expect(fitsBoth(again)).toEqual([true, true]);
    const emptied = bySealOfNext(withLater(again, { later: null }));
    expect(fitsBoth(emptied)).toEqual([true, true]);
    expect(stateMac(emptied)).toEqual(stateMac(sealed(emptied)));
  });

  it.each(PLACES)(
    'fits for both if the older one made the order, and the newer one sets the column %s',
    (_place, withLater) => {
      expect(fitsBoth(bySealOfNext(withLater(sealed(plain), { later: 'set' })))).toEqual([true, true]);
    },
  );

  it('is moved to a newer service key by the older one', () => {
    const made = bySealOfNext(withTrade(plain, { later: 'made' }));
    expect(fitsBoth(sealed(made, ringOf(NEW, OLD)), ringOf(NEW))).toEqual([true, true]);
  });

  const made = bySealOfNext(withTrade(withOrder(plain, { later: 'made' }), { later: 'its' }));
  const older = sealed(withOrder(bySealOfNext(withOrder(plain, { later: 'older' })), { version: 9 }));
  const cutAt = (length: number): State => withOrder(made, { stateMac: stateMac(made).subarray(0, length) });
  const [none, next, both] = [
    [true, true],
    [true, false],
    [false, false],
  ] as const;
  const withParts = (state: State, parts: Buffer): State =>
    withOrder(state, { stateMac: Buffer.concat([stateMac(state).subarray(0, 64), parts]) });
  it.each<[string, State, readonly [boolean, boolean]]>([
    ['nothing', made, none],
    ['the column of the order', withOrder(made, { later: 'forged' }), next],
    ['the column of a trade', withTrade(made, { later: 'forged' }), next],
    ['the column, emptied', withOrder(made, { later: null }), next],
    [
      'the column of the order and of the trade, exchanged',
      withTrade(withOrder(made, { later: 'its' }), { later: 'made' }),
      next,
    ],
    ['the column of an order of the older one', withOrder(sealed(plain), { later: 'forged' }), next],
    ['its part, cut off', cutAt(64), both],
    ['its part and column, removed', withTrade(withOrder(cutAt(64), { later: null }), { later: null }), both],
    ['its part, cut in the middle', cutAt(80), both],
    ['its part, by an earlier one', withParts(withOrder(made, { later: 'older' }), stateMac(older).subarray(64)), both],
    [
      'its part, doubled',
      withParts(made, Buffer.concat([stateMac(made).subarray(64), stateMac(made).subarray(64)])),
      both,
    ],
    ['another order', withOrder(made, { merchantOrderNo: 'A-1002' }), both],
    ['a part of an unknown number, added', withParts(sealed(plain), Buffer.alloc(33, 7)), both],
  ])('finds what was altered: %s', (_what, state, expected) => {
    expect(fitsBoth(state)).toEqual(expected);
  });
});

describe('a seal of an API key, beside a release with one column more', () => {
  const made = later(() =>
    sealKey(ringOf(OLD), { ...keyRow(), seal: Buffer.alloc(0), later: 'made' } as ApiKeyRow, KEY),
  );
  const verdicts = (row: ApiKeyRow, ring = ringOf(OLD)): string[] => [
    judgeKey(ring, { row, now: NOW }, KEY),
    later(() => judgeKey(ring, { row, now: NOW }, KEY)),
  ];
  const rowWith = (row: ApiKeyRow, values: Values): ApiKeyRow => ({ ...row, ...values });

  it.each<[string, ApiKeyRow, readonly string[]]>([
    ['of the former release', keyRow(), ['good', 'good']],
    ['made by the newer one', made, ['good', 'good']],
    [
      'revoked by the older one',
      resealKey(ringOf(OLD), { ...made, revokedAt: NOW, revokedBy: 'x' }),
      ['revoked', 'revoked'],
    ],
    ['with a forged column', rowWith(made, { later: 'forged' }), ['good', 'altered']],
    ['with an emptied column', rowWith(made, { later: null }), ['good', 'altered']],
    ['with a column that the older one never wrote', rowWith(keyRow(), { later: 'forged' }), ['good', 'altered']],
    ['without its part', rowWith(made, { seal: made.seal.subarray(0, 32) }), ['altered', 'altered']],
  ])('%s', (_, row, expected) => {
    expect(verdicts(row)).toEqual(expected);
  });

  it('moved by the older one to a newer service key', () => {
    expect(verdicts(sealKey(ringOf(NEW, OLD), made, KEY), ringOf(NEW))).toEqual(['good', 'good']);
  });
});

const FROM_THE_FIRST: Readonly<Record<string, number>> = { orders: 20, trades: 24, api_keys: 14 };

describe('a sealed column of a later release', () => {
  it.each<[string, Coverage<never>, object]>([
    ['orders', OF_ORDER, ORDER_COLUMNS],
    ['trades', OF_TRADE, TRADE_COLUMNS],
    ['api_keys', OF_KEY, KEY_COLUMNS],
  ])('of %s is nullable, since the older one leaves it so, and in a part', (table, coverage, columns) => {
    const inParts = Object.entries(coverage).filter(([, covered]) => typeof covered === 'number');
    const definitions = columns as Readonly<Record<string, string>>;
    expect(inParts.filter(([name]) => definitions[name]?.endsWith('?') !== true)).toEqual([]);
    expect(Object.keys(coverage).sort()).toEqual(Object.keys(columns).sort());
    // A column that is sealed outside the parts breaks the seals of the other release.
    expect(Object.values(coverage).filter((covered) => covered === true)).toHaveLength(FROM_THE_FIRST[table]!);
  });

  // These rows are sealed once, over fixed columns and a whole document: the other release verifies what is new there.
  it.each([
    [OrderEventEntity, 'data', 'merchantOrderNo seq at tradeNo kind cause data evidence evidenceMac keyId mac'],
    [AuditLogEntity, 'detail', 'id at actorId actorName address traceId action target reason detail keyId mac'],
    [OutboxEntity, 'data', 'id type merchantOrderNo version data mac keyId createdAt position'],
    [RemovedOrderEntity, 'macs', 'merchantOrderNo month times macs keyId seal removedAt'],
    [AuditCutEntity, 'mac', 'id entry mac keyId seal'],
  ])('goes into a document of these tables, not beside it: %#', ({ options }, document, columns) => {
    expect(columns.split(' ')).toContain(document);
    expect(Object.keys(options.columns)).toEqual(columns.split(' '));
  });
});
