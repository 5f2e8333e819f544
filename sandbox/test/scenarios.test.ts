import { describe, expect, it } from 'vitest';
import { SCENARIOS } from '#sandbox/scenarios/table.js';
import type { Merchant } from './support/merchant.js';
import { startMerchant } from './support/merchant.js';

type Rec = Record<string, unknown>;

/** A BUY scenario as the merchant sees it: answers to creates of one number, and the statuses of the order. */
interface Seen {
  /** returnCode, or another outcome; the last one repeats for all further creates. */
  readonly creates: readonly string[];
  /** True if an order exists after the first create. */
  readonly made: boolean;
  readonly way: string;
}

const made = (way: string): Seen => ({ creates: ['0000'], made: true, way });
const refused = (code: string): Seen => ({ creates: [code, code, code], made: false, way: '' });
const lost = (what: string, isMade: boolean): Seen => ({ creates: [what], made: isMade, way: isMade ? 'PENDING' : '' });
const PAID = 'PENDING PAY_SUCCESS TRANSFER FINISHED';

const BUYS: Readonly<Record<string, Seen>> = {
  finished: made(PAID),
  'at-once': made('PENDING FINISHED'),
  'slow-transfer': made(PAID),
  'never-paid': made('PENDING'),
  'pay-fail': made('PENDING PAY_FAIL'),
  'second-card': made('PENDING PAY_FAIL PAY_SUCCESS TRANSFER FINISHED'),
  cancelled: made('PENDING CANCEL'),
  'late-success': made('PENDING CANCEL PAY_SUCCESS TRANSFER FINISHED'),
  refunded: made('PENDING PAY_SUCCESS REFUNDED'),
  'risk-control': made('PENDING PAY_SUCCESS RISK_CONTROL'),
  'invalid-address': made('PENDING PAY_SUCCESS INVALID_ADDRESS'),
  'unknown-status': made('PENDING ON_THE_MOON'),
  'goes-back': made('PENDING PAY_SUCCESS PENDING'),
  3100: refused('3100'),
  3101: refused('3101'),
  3102: refused('3102'),
  3103: refused('3103'),
  '3103-once': { creates: ['3103', '0000', '0000'], made: false, way: '' },
  3104: refused('3104'),
  3105: refused('3105'),
  3106: refused('3106'),
  3107: refused('3107'),
  'unknown-code': refused('4242'),
  'token-refused': refused('1003'),
  'rate-limited': { creates: ['HTTP 429', 'HTTP 429', '0000'], made: false, way: '' },
  'rate-limited-code': { creates: ['429', '429', '0000'], made: false, way: '' },
  'slow-create': made('PENDING'),
  'lost-reply': lost('broken', true),
  'lost-request': lost('broken', false),
  'cut-reply': lost('broken', true),
  hang: lost('silence', false),
  'hang-after': lost('silence', true),
  'bad-gateway': lost('HTTP 502', true),
  'cut-json': lost('HTTP 200', true),
  'no-pay-url': lost('0000', true),
  'system-error': lost('9999', false),
  'callback-twice': made(PAID),
  'callback-late': made(PAID),
  'callback-none': made(PAID),
  'callback-forged': made('PENDING PAY_FAIL'),
  'wrong-amount': made(PAID),
  'wrong-address': made(PAID),
  'wrong-crypto': made(PAID),
  'wrong-network': made(PAID),
  'other-app': made(PAID),
  'other-order': made(PAID),
  'fields-missing': made(PAID),
  'no-status': made(PAID),
  'bad-date': made(PAID),
  vanishes: made('PENDING'),
  'no-answers': made(PAID),
};

const SALES: Readonly<Record<string, string>> = {
  'sell-created': '1',
  'sell-received': '1 2',
  'sell-payout': '1 2 3',
  'sell-done': '1 2 3 4',
  'sell-failed': '1 2 3 5',
  'sell-refunded': '1 2 3 5 6',
  'sell-expired': '1 7',
  'sell-unknown': '1 2 9',
  'sell-never-found': '1',
};

it('each scenario is tested here', () => {
  expect(SCENARIOS.map(({ word }) => word).sort()).toEqual([...Object.keys(BUYS), ...Object.keys(SALES)].sort());
});

async function createdAs(merchant: Merchant, fields: Rec, patienceMs = 8000): Promise<string> {
  const since = Number((await merchant.ledger()).at(-1)?.['seq'] ?? 0);
  const answer = await merchant.create(fields, { patienceMs }).catch(() => null);
  if (answer !== null) return typeof answer.returnCode === 'string' ? answer.returnCode : `HTTP ${answer.status}`;
  const [entry] = await merchant.ledger(`?endpoint=create&since=${since}`);
  return String(entry?.['outcome']);
}

/** Polls until the order has had these statuses and stays in the last. */
async function walk(merchant: Merchant, number: string, side: string, way: string): Promise<void> {
  await expect
    .poll(
      async () => {
        await merchant.query({ merchantOrderNo: number, side }, { patienceMs: 500 }).catch(() => null);
        const [order] = await merchant.orders(number);
        return order!.history.map(({ status }) => status).join(' ');
      },
      { interval: 20 },
    )
    .toBe(way);
}

describe.each(Object.entries(BUYS))('BUY %s', (word, { creates, made: isMade, way }) => {
  it('produces these answers and statuses', async () => {
    const merchant = await startMerchant({ paceMs: 5 });
    const number = `A-1..${word}`;
    // A short wait is enough: the ledger distinguishes silence from a late answer.
    const patienceMs = creates[0] === 'silence' ? 1000 : undefined;
    expect(await createdAs(merchant, { merchantOrderNo: number }, patienceMs)).toBe(creates[0]);
    const orders = await merchant.control('GET', `/orders/${number}`);
    expect(orders.status).toBe(isMade ? 200 : 404);
    for (const expected of creates.slice(1))
      expect(await createdAs(merchant, { merchantOrderNo: number })).toBe(expected);
    if (way !== '') await walk(merchant, number, 'BUY', way);
  });
});

describe.each(Object.entries(SALES))('SELL %s', (word, way) => {
  it('moves through these statuses', async () => {
    const merchant = await startMerchant({ paceMs: 5 });
    const number = `S-1..${word}`;
    expect((await merchant.control('POST', '/sell-orders', { merchantOrderNo: number })).status).toBe(201);
    await walk(merchant, number, 'SELL', way);
    const { data } = await merchant.query({ merchantOrderNo: number, side: 'SELL' });
    if (word === 'sell-never-found') expect(data).toBeNull();
    else expect(data).toMatchObject({ status: way.at(-1) });
  });
});

describe('wrong records', () => {
  it.each([
    ['wrong-amount', { amount: '1.00' }],
    ['wrong-address', { address: '0x8617E340B3D01FA5F11F306F4090FD50E238070D' }],
    ['wrong-crypto', { crypto: 'DOGE' }],
    ['wrong-network', { network: 'DOGE' }],
    ['other-app', { appId: 'somebody-else' }],
    ['other-order', { orderNo: '1000000000000000001' }],
    ['bad-date', { payTime: 'the day before yesterday' }],
  ])('%s', async (word, fields) => {
    const merchant = await startMerchant();
    await merchant.create({ merchantOrderNo: 'right' });
    await merchant.create({ merchantOrderNo: `A..${word}` });
    expect((await merchant.query({ merchantOrderNo: 'right' })).data).not.toMatchObject(fields);
    expect((await merchant.query({ merchantOrderNo: `A..${word}` })).data).toMatchObject(fields);
  });

  it('never answer for no-answers, by either number', async () => {
    const merchant = await startMerchant();
    const { orderNo } = (await merchant.create({ merchantOrderNo: 'A..no-answers' })).data as { orderNo: string };
    for (const fields of [{ merchantOrderNo: 'A..no-answers' }, { orderNo }]) {
      await expect(merchant.query(fields, { patienceMs: 200 })).rejects.toThrow();
    }
  });
});

describe('selection of a scenario', () => {
  const scenarioOf = async (fields: Rec, options = {}): Promise<unknown> => {
    const merchant = await startMerchant(options);
    await merchant.create(fields);
    return (await merchant.orders())[0]?.scenario;
  };

  it.each([
    [{ merchantOrderNo: 'A-1..finished' }, 'finished'],
    [{ merchantOrderNo: '', merchantName: '..finished' }, 'finished'],
    [{ merchantName: 'Fish & Chips ..finished' }, 'finished'],
    // The number has priority over the name.
    [{ merchantOrderNo: 'A..cancelled', merchantName: '..finished' }, 'cancelled'],
    // The number of a further attempt plays nothing.
    [{ merchantOrderNo: 'A..cancelled-r2' }, null],
    [{ merchantOrderNo: 'A..cancelled.2' }, null],
    [{ merchantOrderNo: 'A.finished' }, null],
    [{ merchantOrderNo: 'finished' }, null],
    [{ merchantOrderNo: 'A..Finished' }, null],
    [{ merchantOrderNo: 'A..nothing-of-that-kind' }, null],
    [{ merchantOrderNo: 'A..sell-done' }, null],
    [{ merchantName: 'Bits ... and pieces' }, null],
  ])('%j: %s', async (fields, expected) => {
    expect(await scenarioOf(fields)).toBe(expected);
  });

  it('plays nothing if scenarios are off', async () => {
    expect(await scenarioOf({ merchantOrderNo: 'A..finished' }, { scenarios: false })).toBe(null);
    const merchant = await startMerchant({ scenarios: false });
    expect((await merchant.create({ merchantOrderNo: 'A..3105' })).returnCode).toBe('0000');
  });

  it('follows the virtual clock, and some steps wait for a query', async () => {
    const merchant = await startMerchant({ paceMs: 3_600_000 });
    await merchant.create({ merchantOrderNo: 'A..goes-back' });
    await merchant.create({ merchantOrderNo: 'B..finished' });
    await merchant.control('POST', '/clock', { offsetMs: 86_400_000, stamps: 'machine' });
    await expect.poll(async () => (await merchant.orders('B..finished'))[0]!.status).toBe('FINISHED');
    expect((await merchant.orders('A..goes-back'))[0]!.status).toBe('PAY_SUCCESS');
    await merchant.query({ merchantOrderNo: 'A..goes-back' });
    await merchant.control('POST', '/clock', { offsetMs: 2 * 86_400_000, stamps: 'machine' });
    await expect.poll(async () => (await merchant.orders('A..goes-back'))[0]!.status).toBe('PENDING');
  });
});
