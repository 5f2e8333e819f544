import pg from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { pressButton } from '../support/sandbox-client.js';
import { checkoutBody, newCheckout, newNumber, orderOf, until } from '../support/service.js';
import { historyProblems } from '../support/service-history.js';
import type { Rows } from '../support/service-rows.js';
import { useWorld } from '../support/service-world.js';

/** Every field of the contract's order, and `clientSecret`, which only a checkout's answer has. */
const ORDER_FIELDS =
  `merchantOrderNo side status settled final retryable version payUrl payUrlExpiresAt orderNo rampStatus
  fiat amount crypto network address memo payWayCode country
  cryptoPrice cryptoQuantity rampFee rampFeeUnit networkFee rebateFiatAmount rebateUsdAmount
  fiatInUSD rampFeeInUSD cryptoNetworkFee networkFeeInUSD cryptoAmountInUSDT tokenAddress payType
  txHash createdAt updatedAt paidAt transferredAt completedAt rampCreatedAt paidAmount failure inReview reviewReasons
  trades customer metadata`.split(/\s+/);

const FINISHED_ONLY = ['fiatInUSD', 'rampFeeInUSD', 'cryptoNetworkFee', 'networkFeeInUSD', 'cryptoAmountInUSDT'];

/** The schedule alone would poll after an hour, so earlier news is due to poll requests. */
const HINTS_ONLY = { RECONCILE_FIRST_DELAY_MS: '3600000' };
const NEVER_MS = 2_000_000_000;

const world = useWorld(HINTS_ONLY);

async function expectWholeHistory(rows: Rows, merchantOrderNo: string): Promise<void> {
  const whole = await rows.whole(merchantOrderNo);
  expect(historyProblems(whole)).toEqual([]);
  // Of where the money goes it holds the ends and a digest: what cannot be taken out again never goes in.
  expect(JSON.stringify(whole.events)).not.toMatch(
    /52908400098527886E0F7030069857D2E4169EE7|8617E340B3D01FA5F11F306F4090FD50E238070D/i,
  );
}

describe('a checkout', () => {
  it('answers with the order and sends the provider exactly what was asked, under the stamp that was stored', async () => {
    const { service, sandbox, rows } = world;
    const began = Date.now();
    const { body, number } = newCheckout();
    const answer = await service.checkout(body);

    expect(answer.status, answer.text).toBe(201);
    expect(answer.headers.get('location')).toBe(`/v1/orders/${number}`);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(Object.keys(answer.body).sort()).toEqual([...ORDER_FIELDS, 'clientSecret'].sort());
    const made = await sandbox.order(number);
    expect(answer.body).toMatchObject({
      ...body,
      memo: null,
      side: 'BUY',
      status: 'AWAITING_PAYMENT',
      final: false,
      retryable: false,
      inReview: false,
      failure: null,
      payUrl: made.payUrl,
      orderNo: made.orderNo,
      trades: [{ tradeNo: number, orderNo: made.orderNo, status: 'AWAITING_PAYMENT', current: true }],
    });
    const expiresAt = Date.parse(String(answer.body['payUrlExpiresAt']));
    expect(expiresAt).toBeGreaterThanOrEqual(began + 3_600_000 - 2000);
    expect(expiresAt).toBeLessThanOrEqual(Date.now() + 3_600_000 + 2000);

    const [create, second] = await sandbox.creates(number);
    expect(second).toBeUndefined();
    expect(create!.body).toEqual({
      side: 'BUY',
      merchantOrderNo: number,
      amount: '100.00',
      fiatCurrency: 'USD',
      cryptoCurrency: 'USDT',
      depositType: 2,
      address: body['address'],
      network: 'ETH',
      payWayCode: '10001',
      alpha2: 'US',
      callbackUrl: expect.stringMatching(
        new RegExp(`^${service.url}/callbacks/ramp/${number}~1~[A-Za-z0-9_-]{43}$`),
      ) as string,
    });
    const [trade] = await rows.trades(number);
    expect(trade).toMatchObject({ outcome: 'created', order_no: made.orderNo, pay_url: made.payUrl, sends: 1 });
    expect(create!.headers['timestamp']).toBe(trade!.stamp);

    expect(await service.read(number)).toEqual({ ...orderOf(answer), clientSecret: undefined });
  });

  it('fills redirects, and the customer comes back to them', async () => {
    const { service, sandbox } = world;
    const number = newNumber();
    const order = await service.order(
      checkoutBody({
        merchantOrderNo: number,
        crypto: 'BNB',
        network: 'BNB',
        address: 'bnb1grpf0955h0ykzq3ar5nmum7y6gdfl6lxfn46h2',
        memo: '104729',
        redirectUrl: 'https://shop.example/thanks?no={merchantOrderNo}',
        failRedirectUrl: 'myapp://declined/{merchantOrderNo}',
        merchantName: 'Fish & Chips "Öl"',
      }),
    );
    const [create] = await sandbox.creates(number);
    expect(create!.body).toMatchObject({
      memo: '104729',
      redirectUrl: `https://shop.example/thanks?no=${number}`,
      failRedirectUrl: `myapp://declined/${number}`,
      merchantName: 'Fish & Chips "Öl"',
    });
    expect(await pressButton(order.payUrl, 'fail')).toBe(`myapp://declined/${number}`);
    expect(await pressButton(order.payUrl, 'pay')).toBe(`https://shop.example/thanks?no=${number}`);
  });
});

describe('the order of things', () => {
  /** Writers of the table wait until the gate opens. */
  async function closeGate(databaseUrl: string, table: string): Promise<() => Promise<void>> {
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    onTestFinished(() => client.end());
    await client.query(`BEGIN; LOCK TABLE ${table} IN SHARE MODE`);
    return async () => {
      await client.query('COMMIT');
    };
  }

  const untilSomebodyWaits = (rows: Rows): Promise<unknown> =>
    until('somebody waits at the gate', async () => {
      const sql = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
      return (await rows.query(sql)).length > 0;
    });

  it('a trade is stored before it is sent, and its payUrl before it is handed out; no transaction waits meanwhile', async () => {
    const { sandbox } = world;
    // Own service, so that no other request waits at the gates.
    const { service, rows, databaseUrl } = await world.another(HINTS_ONLY);
    await service.get('/v1/cryptos?fiat=USD');
    const { body, number } = newCheckout();
    const openFirst = await closeGate(databaseUrl, 'trades');
    let isAnswered = false;
    const checkout = service.checkout(body).finally(() => (isAnswered = true));
    await untilSomebodyWaits(rows);
    expect(await sandbox.creates(number)).toEqual([]);

    await sandbox.fault({ endpoint: 'create', merchantOrderNo: number, act: 'delay-after', ms: 3000 });
    await openFirst();
    await until('the create is on its way', async () => (await sandbox.creates(number)).length === 1);
    expect(await rows.trades(number)).toMatchObject([{ outcome: 'in_flight', status: 'CREATING' }]);
    const sql = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in transaction%'`;
    expect(await rows.query(sql)).toEqual([]);

    const openSecond = await closeGate(databaseUrl, 'orders');
    await until('the provider has answered', async () => (await sandbox.creates(number))[0]!.outcome === 'answered');
    await untilSomebodyWaits(rows);
    expect(isAnswered).toBe(false);
    await openSecond();
    expect((await checkout).status).toBe(201);
  });
});

describe('with callbacks', () => {
  it('follows a payment from hint to hint, and its history tells the whole story', async () => {
    const { service, sandbox, rows } = world;
    await sandbox.control('POST', '/pace', { ms: NEVER_MS });
    const order = await service.order(checkoutBody());
    const number = order.merchantOrderNo;

    expect(await pressButton(order.payUrl, 'pay')).toBe(order.payUrl);
    await rows.untilStatus(number, 'PAID');
    expect(await service.read(number)).toMatchObject({ payUrl: null, payUrlExpiresAt: null, txHash: null });
    // The provider sends no callback of a transfer; the customer's read requests the poll.
    await sandbox.force(number, 'TRANSFER');
    await until('TRANSFERRING', async () => (await service.read(number)).status === 'TRANSFERRING');
    await until('nobody asks any more', async () => {
      const [trade] = await rows.trades(number);
      return trade!.next_query_at!.getTime() > Date.now() + 30_000;
    });
    await sandbox.force(number, 'FINISHED');
    await rows.untilStatus(number, 'COMPLETED');

    const { record } = await sandbox.order(number);
    const seen = await service.read(number);
    const same = ['txHash', 'cryptoPrice', 'cryptoQuantity', 'rampFee', 'rampFeeUnit', 'networkFee', 'tokenAddress'];
    for (const field of [...same, 'payType', 'rebateFiatAmount', 'rebateUsdAmount', ...FINISHED_ONLY]) {
      expect(record[field], field).toEqual(expect.stringMatching(/./));
      expect(seen[field], field).toBe(record[field]);
    }
    expect(seen).toMatchObject({ status: 'COMPLETED', rampStatus: 'FINISHED', final: true, retryable: false });
    expect(recordTime(seen['paidAt'])).toBe(record['payTime']);
    expect(recordTime(seen['transferredAt'])).toBe(record['txTime']);
    expect(Date.parse(String(seen['completedAt']))).toBeGreaterThanOrEqual(Date.parse(String(seen['transferredAt'])));

    const sent = await until('two callbacks', async () => {
      const callbacks = await sandbox.callbacks(number);
      return callbacks.length === 2 && callbacks.every(({ outcome }) => outcome === 'answered') && callbacks;
    });
    expect(sent.map(({ status, httpStatus, reply }) => [status, httpStatus, reply])).toEqual([
      ['PAY_SUCCESS', 200, 'success'],
      ['FINISHED', 200, 'success'],
    ]);
    const receipts = await rows.receipts(number);
    expect(receipts).toHaveLength(2);

    const events = await rows.events(number);
    expect(events.map(({ kind, data }) => [kind, statusIn(data)])).toEqual([
      ['reserved', undefined],
      ['created', undefined],
      ['seen', { from: 'AWAITING_PAYMENT', to: 'PAID' }],
      ['seen', { from: 'PAID', to: 'TRANSFERRING' }],
      ['seen', { from: 'TRANSFERRING', to: 'COMPLETED' }],
    ]);
    expect(events.map(({ cause }) => cause['kind'])).toEqual(['checkout', 'checkout', 'poll', 'poll', 'poll']);
    expect(events.slice(2).map(({ cause }) => cause['hint'])).toEqual([
      `callback:${receipts[0]!.id}`,
      'order-read',
      `callback:${receipts[1]!.id}`,
    ]);
    expect(events[2]!.evidence).toMatchObject({ seen: { data: { status: 'PAY_SUCCESS' } } });
    await expectWholeHistory(rows, number);
    expect(await rows.announced(number)).toEqual(['order.created', 'order.paid', 'order.updated', 'order.completed']);
    expect(seen.version).toBe(events.length);
    expect(await sandbox.creates(number)).toHaveLength(1);
  });
});

it('without callbacks, finds a payment by asking, although nobody says anything', async () => {
  const { sandbox } = world;
  const { service, rows } = await world.another({ PUBLIC_URL: '', RECONCILE_FIRST_DELAY_MS: '100' });
  await sandbox.control('POST', '/pace', { ms: 50 });
  const order = await service.order(checkoutBody());
  const number = order.merchantOrderNo;
  expect((await sandbox.creates(number))[0]!.body).not.toHaveProperty('callbackUrl');
  await pressButton(order.payUrl, 'pay');
  await rows.untilStatus(number, 'COMPLETED');

  const { record } = await sandbox.order(number);
  const seen = await service.read(number);
  for (const field of ['txHash', ...FINISHED_ONLY]) expect(seen[field], field).toBe(record[field]);
  expect(await rows.receipts(number)).toEqual([]);
  const polls = (await rows.events(number)).filter(({ cause }) => cause['kind'] === 'poll');
  expect(polls.length).toBeGreaterThan(0);
  expect(polls.every(({ cause }) => !('hint' in cause))).toBe(true);
  await expectWholeHistory(rows, number);
});

const statusIn = (data: Readonly<Record<string, unknown>>): unknown =>
  (data['changes'] as Record<string, unknown> | undefined)?.['status'];

/** A moment of ours in the form of the provider's records. */
function recordTime(iso: unknown): string {
  return new Date(String(iso)).toISOString().slice(0, 19).replaceAll('-', '').replace('T', ' ');
}
