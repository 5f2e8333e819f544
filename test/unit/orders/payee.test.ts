import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { KeyRing } from '#src/platform/crypto/key-ring.js';
import { decideSnapshot } from '#src/orders/decisions/decide-snapshot.js';
import { maskPayee } from '#src/orders/decisions/payee.js';
import type { PayeeTools, SealedPayee } from '#src/orders/decisions/payee.js';
import { concludeChange } from '#src/orders/decisions/order-change.js';
import type { Decision } from '#src/orders/decisions/order-change.js';
import type { OpenMismatch, OrderState, ResolvedMismatch, TradeRow } from '#src/orders/model/order.types.js';
import { payeeTools } from '#src/orders/secrets/payee-seal.js';
import type { Payee, SellSnapshot } from '#src/ramp/port/ramp.types.js';
import { QUESTION, changeTools, snapshotContext } from '../../support/decision-contexts.js';
import { openMismatch, orderState, sellSeen, trade, flat } from '../../support/order-builders.js';
import type { FlatTrade, GivenFacts } from '../../support/order-builders.js';

const key = (id: string, fill: number) => ({ id, bytes: Buffer.alloc(32, fill) });
const reports: string[] = [];
const tools = (ring: KeyRing): PayeeTools =>
  payeeTools(
    ring,
    (text) => ring.mac('personal-data', text)!.toString('base64url').slice(0, 8),
    (detail) => void reports.push(JSON.stringify(detail)),
  );
const payees = tools(new KeyRing([key('1', 1)]));

const JANE: Payee = { name: 'Jane van Doe', account: '12345678', card: '4111111111111111', email: 'jane@example.com' };
const NOBODY: Payee = { name: null, account: null, card: null, email: null };
const TERMS = { fiat: 'USD', crypto: 'USDT', network: 'ETH' };

const sale = (known: Partial<SealedPayee> | null, given: Partial<TradeRow> & GivenFacts = {}): TradeRow =>
  trade({
    side: 'SELL',
    status: 'AWAITING_CRYPTO',
    rampStatus: '1',
    asked: { fiat: 'USD', crypto: 'USDT', network: 'ETH' },
    amount: null,
    rampMerchantOrderNo: 'A-1001',
    payoutAddress: sellSeen().address,
    ...(known === null ? {} : payees.seal('A-1001', { ...NOBODY, signature: null, ...known })),
    ...given,
  });

interface Given {
  readonly row: TradeRow;
  readonly payee?: Partial<Payee>;
  readonly seen?: Partial<SellSnapshot> & GivenFacts;
  readonly open?: readonly OpenMismatch[];
  readonly settled?: readonly ResolvedMismatch[];
  readonly by?: PayeeTools;
}

function stateOf({ row, open = [], settled = [] }: Given): OrderState {
  const order = { side: 'SELL' as const, status: row.status, address: null, amount: null, ...TERMS };
  return orderState({ order, trades: [row], openMismatches: open, resolvedMismatches: settled });
}

function decide(given: Given): Decision {
  const { row, payee = {}, seen = {}, by = payees } = given;
  const snapshot = sellSeen({ payee: { ...NOBODY, ...payee }, ...seen });
  return decideSnapshot(stateOf(given), row, snapshot, QUESTION, snapshotContext({ payees: by }));
}

const after = (given: Given): FlatTrade => flat(decide(given).updated[0]!.trade);
const payeeAfter = (given: Given): unknown => payees.open(after(given));

describe('payee of a sale', () => {
  it('is stored sealed from the first record that names it', () => {
    const given = { row: sale(null), payee: JANE, seen: { signature: 'sig-1' } };
    expect(payeeAfter(given)).toEqual({ ...JANE, signature: 'sig-1' });
    expect(after(given).payeeKeyId).toBe('1');
    expect(after(given).payeeSealed!.toString('latin1')).not.toMatch(/Jane|1234|4111|example|sig-1/);
    expect(decide(given).drafts[0]!.data['payeeFields']).toEqual(['name', 'account', 'card', 'email']);
  });

  it('is completed by later records; empty fields keep the stored value', () => {
    const given = { row: sale({ name: JANE.name }), payee: { account: JANE.account } };
    expect(payeeAfter(given)).toEqual({ ...NOBODY, name: JANE.name, account: JANE.account, signature: null });
    expect(decide(given).drafts[0]!.data['payeeFields']).toEqual(['account']);
  });

  it('stores the newest signature without a new version', () => {
    const given = { row: sale({ ...JANE, signature: 'sig-1' }), payee: JANE, seen: { signature: 'sig-2' } };
    expect(decide(given).drafts).toEqual([]);
    expect(payeeAfter(given)).toEqual({ ...JANE, signature: 'sig-2' });
  });

  it('ignores the record of another sale', () => {
    const given = { row: sale(null), payee: JANE, seen: { tradeNo: 'A-2' } };
    expect(after(given)).toMatchObject({ payeeSealed: null, payeeKeyId: null });
  });
});

describe('payee of a sale: a change', () => {
  const changed: [field: keyof Payee, value: string, asked: string, seen: string][] = [
    ['name', 'John Doe', 'J*** v*** D***', 'J*** D***'],
    ['account', '99994321', '****5678', '****4321'],
    ['card', '5555444433332222', '****1111', '****2222'],
    ['email', 'mallory@evil.example', 'j***@example.com', 'm***@evil.example'],
  ];

  it.each(changed)('of %s opens a mismatch with masked ends and digests only', (field, value, asked, seen) => {
    const given = { row: sale(JANE), payee: { ...JANE, [field]: value } };
    const [mismatch, second] = decide(given).opened;
    expect(second).toBeUndefined();
    const digest = /^[A-Za-z0-9_-]{8}$/;
    const [before, now] = [mismatch!.asked!.split(' #'), mismatch!.seen!.split(' #')];
    expect(mismatch).toMatchObject({ tradeNo: 'A-1001', kind: 'field', field: `payee.${field}` });
    expect([before[0], now[0]]).toEqual([asked, seen]);
    expect(before[1]).toMatch(digest);
    expect(now[1]).toMatch(digest);
    expect(now[1]).not.toBe(before[1]);
    expect(payeeAfter(given)).toEqual({ ...JANE, signature: null });
  });

  it('is accepted once staff has resolved this very difference', () => {
    const payee = { ...JANE, account: '99994321' };
    const [mismatch] = decide({ row: sale(JANE), payee }).opened;
    const settled = [{ tradeNo: 'A-1001', kind: 'field', field: 'payee.account', seen: mismatch!.seen } as const];
    const given = { row: sale(JANE), payee, settled };
    expect(decide(given).opened).toEqual([]);
    expect(payeeAfter(given)).toEqual({ ...payee, signature: null });
    expect(decide({ ...given, payee: { ...JANE, account: '11110000' } }).opened).toHaveLength(1);
  });

  it('is in the history only as ends and digests', () => {
    const given = { row: sale({ ...JANE, card: null }), payee: { ...JANE, account: '99994321' } };
    const { events } = concludeChange(stateOf(given), decide(given), { kind: 'poll' }, changeTools());
    expect(events.map(({ kind }) => kind)).toEqual(['seen', 'mismatch_opened']);
    expect(JSON.stringify(events)).toContain('****4321');
    expect(JSON.stringify(events)).not.toMatch(/Jane|12345678|99994321|4111111111111111|jane@/);
  });
});

it('masks an earlier payee in a failure reason', () => {
  const failReason = `not to ${JANE.account!} of ${JANE.name!}`;
  const row = sale(JANE, { status: 'PAYOUT_STARTED', failReason: 'before' });
  const seen = { status: 'PAYOUT_FAILED', rampStatus: '5', failReason } as const;
  expect(after({ row, payee: { account: '99994321' }, seen }).failReason).toBe('not to [masked] of [masked]');
  expect(after({ row, seen: { ...seen, failReason: null } }).failReason).toBe('before');
});

it('drops the failure reason while records disagree about the payee', () => {
  const row = sale(JANE, { status: 'PAYOUT_STARTED', failReason: 'before' });
  const open = [openMismatch({ field: 'payee.account' })];
  const seen = { status: 'PAYOUT_FAILED', rampStatus: '5', failReason: 'not to 55500011112222' } as const;
  expect(after({ row, payee: { account: '99994321' }, open, seen }).failReason).toBe('before');
  expect(after({ row, open: [openMismatch({ field: 'amount' })], seen }).failReason).toBe('not to 55500011112222');
});

describe('payee of a sale: undecryptable', () => {
  const altered = (row: TradeRow): TradeRow => {
    const bytes = Buffer.from(row.payeeSealed!);
    bytes[bytes.length - 1]! ^= 1;
    return { ...row, payeeSealed: bytes };
  };

  it.each<[string, TradeRow]>([
    ['its bytes were altered', altered(sale(JANE))],
    ['it is another trade\u2019s', { ...sale(null), ...payees.seal('A-2', { ...JANE, signature: null }) }],
    ['it was cut short', { ...sale(JANE), payeeSealed: Buffer.alloc(5) }],
    ['its key is gone', { ...sale(JANE), payeeKeyId: '9' }],
  ])('%s: the rest of the record counts, a mismatch opens, the bytes are kept', (_, row) => {
    const given = { row, payee: JANE, seen: { status: 'CRYPTO_RECEIVED', rampStatus: '2' } as const };
    expect(after(given)).toMatchObject({ status: 'CRYPTO_RECEIVED' });
    expect(after(given).payeeSealed).toBe(row.payeeSealed);
    expect(decide(given).opened).toMatchObject([{ kind: 'unreadable', field: 'payee', seen: null }]);
    expect(reports.join()).not.toMatch(/Jane|1234/);
  });

  it('shows at most half of a number and at most four characters', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9]{1,30}$/), (account) => {
        const shown = maskPayee({ ...NOBODY, account }).account!.slice(4);
        expect(account.endsWith(shown)).toBe(true);
        expect(shown.length).toBeLessThanOrEqual(Math.min(4, account.length / 2));
      }),
    );
  });
});

describe('payee of a sale: masking', () => {
  it.each<[Partial<Payee>, Partial<Payee>]>([
    [{ email: 'maria@example.com' }, { email: 'm***@example.com' }],
    [{ email: 'a@b@example.com' }, { email: 'a***@example.com' }],
    [{ email: '@example.com' }, { email: '***@example.com' }],
    [{ email: 'not an address' }, { email: '****ress' }],
    [{ name: 'Jane' }, { name: 'J***' }],
    [{ name: '  \u{1F600}x  Doe ' }, { name: '\u{1F600}*** D***' }],
    [{ account: '12345678' }, { account: '****5678' }],
    [{ account: '****6789' }, { account: '****6789' }],
    [{ account: 'jane@pay.example' }, { account: 'j***@pay.example' }],
    [{ account: '12345' }, { account: '****45' }],
    [{ account: '1' }, { account: '****' }],
    [{ card: '4111 1111 1111 1111' }, { card: '****1111' }],
  ])('%j becomes %j', (payee, expected) => {
    expect(maskPayee({ ...NOBODY, ...payee })).toEqual({ ...NOBODY, ...expected });
  });

  it('closes its mismatch once it can be decrypted', () => {
    const open = [openMismatch({ kind: 'unreadable', field: 'payee' })];
    expect(decide({ row: sale(JANE), payee: JANE, open }).resolved).toHaveLength(1);
  });
});

describe('payee of a sale: after a key rotation', () => {
  const rotated = tools(new KeyRing([key('2', 2), key('1', 1)]));

  it('old payees can be decrypted and new ones use the new key', () => {
    const row = sale({ name: JANE.name });
    expect(rotated.open(row)).toMatchObject({ name: JANE.name });
    const now = after({ row, payee: { account: JANE.account }, by: rotated });
    expect(now.payeeKeyId).toBe('2');
    expect(rotated.open(now)).toMatchObject({ name: JANE.name, account: JANE.account });
    expect(payees.open(now)).toBe('unreadable');
  });
});
