import { describe, expect, it } from 'vitest';
import type { ProviderOrder } from '../support/sandbox-client.js';
import { callbackToken, historyProblems } from '../support/service-history.js';
import { expectProblem, newNumber, orderOf, until, wrongFields } from '../support/service.js';
import type { OrderBody } from '../support/service.js';
import type { Rows } from '../support/service-rows.js';
import { useWorld } from '../support/service-world.js';

const DEPOSIT = '0x52908400098527886E0F7030069857D2E4169EE7';
const QUICK = { RECONCILE_INTERVAL_MS: '50', HINT_FLOOR_MS: '50', LOG_LEVEL: 'trace' };

const world = useWorld(QUICK, { own: 'process', document: true });

/** Makes a sale, as a customer does on the provider's pages. */
function sell(given: Readonly<Record<string, unknown>> = {}): Promise<ProviderOrder> {
  return world.sandbox.control('POST', '/sell-orders', given);
}

const register = (body: Readonly<Record<string, unknown>>, service = world.service) =>
  service.post('/v1/sell-orders', body);

async function registered(body: Readonly<Record<string, unknown>>): Promise<OrderBody> {
  const answer = await register(body);
  expect(answer.status, answer.text).toBe(201);
  return orderOf(answer);
}

/** Moves the sale at the provider. */
const move = (number: string, status: string, fields: Readonly<Record<string, unknown>> = {}): Promise<unknown> =>
  world.sandbox.force(number, status, fields);

/** Reads, which requests polls, until the order matches. */
function untilShown(number: string, is: (order: OrderBody) => boolean, service = world.service): Promise<OrderBody> {
  return until(
    `${number} as awaited`,
    async () => {
      const order = await service.read(number);
      return is(order) ? order : null;
    },
    20_000,
  );
}

const untilStatus = (number: string, status: string, service = world.service): Promise<OrderBody> =>
  untilShown(number, (order) => order.status === status, service);

/** Waits for further polls of the sale, by either number. */
async function askedAgain(number: string, named: string, times = 3): Promise<void> {
  const count = async () =>
    (await world.sandbox.calls('query')).filter(({ query }) => Object.values(query).includes(named)).length;
  const before = await count();
  await until(`${times} more questions about ${number}`, async () => {
    await world.service.read(number);
    return (await count()) >= before + times;
  });
}

async function openMismatches(number: string, rows: Rows = world.rows): Promise<string[]> {
  const mismatches = await rows.mismatches(number);
  return mismatches.filter(({ resolved_at }) => resolved_at === null).map(({ kind, field }) => `${kind} ${field}`);
}

async function expectWhole(number: string): Promise<void> {
  expect(historyProblems(await world.rows.whole(number))).toEqual([]);
}

describe('POST /v1/sell-orders', () => {
  it('registers a sale before anybody has made it: 201, again 200, something else 409', async () => {
    const number = newNumber();
    const first = await register({ merchantOrderNo: number, customer: { id: 'c-1', email: 'c@example.com' } });
    expect(first.status).toBe(201);
    expect(first.headers.get('location')).toBe(`/v1/orders/${number}`);
    expect(first.body).toMatchObject({
      merchantOrderNo: number,
      side: 'SELL',
      status: 'REGISTERED',
      final: false,
      retryable: false,
      orderNo: null,
      payUrl: null,
      failure: null,
      inReview: false,
      payee: { name: null, account: null, card: null, email: null },
    });
    const again = await register({ merchantOrderNo: number, customer: { id: 'c-1' } });
    expect([again.status, again.body['status']]).toEqual([200, 'REGISTERED']);
    for (const other of [{ orderNo: 'P-1' }, { customer: { id: 'c-2' } }, {}]) {
      const answer = await register({ merchantOrderNo: number, ...other });
      expectProblem(answer, 409, 'merchant_order_no_conflict');
    }
    expectProblem(await world.service.post(`/v1/orders/${number}/retry`, {}), 409, 'order_not_retryable');
  });

  it.each([
    ['nothing at all', undefined],
    ['no number', {}],
    ['no number but a customer', { customer: { id: 'c-1' } }],
    ['numbers that are null', { merchantOrderNo: null, orderNo: null }],
  ])('%s: both fields are named', async (_, body) => {
    const answer = body === undefined ? await world.service.request('POST', '/v1/sell-orders') : await register(body);
    expect(wrongFields(answer)).toEqual(['merchantOrderNo', 'orderNo']);
  });

  it.each<[string, Readonly<Record<string, unknown>>]>([
    ['merchantOrderNo', { merchantOrderNo: '' }],
    ['merchantOrderNo', { merchantOrderNo: ' a' }],
    ['merchantOrderNo', { merchantOrderNo: 'a\nb' }],
    ['merchantOrderNo', { merchantOrderNo: 'x'.repeat(129) }],
    ['orderNo', { orderNo: '' }],
    ['orderNo', { orderNo: 'a b' }],
    ['orderNo', { orderNo: 7 }],
    ['customer', { orderNo: 'P-1', customer: 'c-1' }],
    ['customer.email', { orderNo: 'P-1', customer: { email: 'nobody' } }],
    ['side', { orderNo: 'P-1', side: 'SELL' }],
  ])('a wrong %s is named: %j', async (field, body) => {
    expect(wrongFields(await register(body))).toEqual([field]);
  });
});

describe('a sale', () => {
  it.each(['A-1-r2', 'ORD#1 / \u00fc & %20+?', '\u6ce8\u6587-1', 'n'.repeat(60), 'm'.repeat(128)])(
    'whose number in the provider\u2019s books is %s: watched by it, under a number of ours',
    async (merchantOrderNo) => {
      const first = await registered({ merchantOrderNo });
      const number = first.merchantOrderNo;
      expect(number).toMatch(/^s-[a-z2-9]{26}$/);
      expect(first.trades).toMatchObject([{ merchantOrderNo }]);
      const { orderNo } = await sell({ merchantOrderNo });
      expect(await untilStatus(number, 'AWAITING_CRYPTO')).toMatchObject({
        orderNo,
        inReview: false,
        trades: [{ merchantOrderNo, orderNo }],
      });
      const again = await register({ merchantOrderNo });
      expect([again.status, again.body['merchantOrderNo']]).toEqual([200, number]);
      await expectWhole(number);
    },
  );

  it('registered before it is made, and then made, paid and paid out', async () => {
    const { rows, sandbox } = world;
    const number = newNumber();
    await registered({ merchantOrderNo: number });
    await askedAgain(number, number);
    expect((await world.service.read(number)).status).toBe('REGISTERED');
    const { orderNo } = await sell({ merchantOrderNo: number, cryptoAmount: '100', email: 'jane@example.com' });
    expect(await untilStatus(number, 'AWAITING_CRYPTO')).toMatchObject({
      orderNo,
      rampStatus: '1',
      crypto: 'USDT',
      network: 'ETH',
      fiat: 'USD',
      amount: null,
      cryptoAmount: '100',
      cryptoActualAmount: null,
      payoutAddress: DEPOSIT,
      paymentType: '10001',
      payee: { name: 'S*** P***', account: '****6789', card: null, email: 'j***@example.com' },
      paidAt: null,
      final: false,
      trades: [{ merchantOrderNo: number, orderNo, status: 'AWAITING_CRYPTO' }],
    });
    await move(number, '2');
    const received = await untilStatus(number, 'CRYPTO_RECEIVED');
    expect(received).toMatchObject({ cryptoActualAmount: '100', completedAt: null, transferredAt: null });
    expect(received['paidAt']).not.toBeNull();
    await move(number, '3');
    expect((await untilStatus(number, 'PAYOUT_STARTED'))['transferredAt']).not.toBeNull();
    await move(number, '4');
    const done = await untilStatus(number, 'COMPLETED');
    expect(done).toMatchObject({ final: true, inReview: false, failure: null });
    const { record } = await sandbox.order(number);
    expect(done).toMatchObject({
      txHash: record['txHash'],
      fiatAmount: record['fiatAmount'],
      rampFee: record['rampFee'],
      orderPageUrl: record['orderAddress'],
    });
    const times = [done['paidAt'], done['transferredAt'], done['completedAt']].map((time) => Date.parse(String(time)));
    expect(times).toEqual([...times].sort((a, b) => a - b));

    await until('asked about once more, and then no more', async () => {
      const [trade] = await rows.trades(number);
      return trade!.next_query_at === null;
    });
    expect(await rows.announced(number)).toEqual(
      ['created', 'paid', 'updated', 'completed'].map((what) => `sell_order.${what}`),
    );
    const { events } = await rows.whole(number);
    expect(events.map(({ kind }) => kind)).toEqual(['registered', 'seen', 'seen', 'seen', 'seen']);
    await expectWhole(number);
    expectProblem(await world.service.post(`/v1/orders/${number}/retry`, {}), 409, 'order_not_retryable');
  });

  it('whose page would be a script has no page, and is watched all the same', async () => {
    const script = { orderAddress: 'javascript:alert(document.domain)' };
    await world.sandbox.control('POST', '/behaviour', { recordFields: script });
    try {
      const { orderNo } = await sell({ merchantOrderNo: newNumber() });
      const { merchantOrderNo } = await registered({ orderNo });
      const order = await untilStatus(merchantOrderNo, 'AWAITING_CRYPTO');
      expect(order).toMatchObject({ orderPageUrl: null, payoutAddress: DEPOSIT, inReview: false });
      expect(JSON.stringify(order)).not.toContain('javascript:');
    } finally {
      await world.sandbox.control('POST', '/behaviour', { recordFields: {} });
    }
  });

  it('known by the provider\u2019s number alone, with or without a number of the merchant\u2019s', async () => {
    for (const merchantOrderNo of ['', newNumber()]) {
      const { orderNo } = await sell({ merchantOrderNo });
      const { merchantOrderNo: number } = await registered({ orderNo });
      expect(number).toMatch(/^s-[a-z0-9]{26}$/);
      const order = await untilStatus(number, 'AWAITING_CRYPTO');
      expect(order).toMatchObject({ orderNo, inReview: false });
      expect(order.trades[0]!.merchantOrderNo).toBe(merchantOrderNo === '' ? number : merchantOrderNo);
      expect((await register({ orderNo })).status).toBe(200);
    }
  });

  it('known by both: asked about by the provider\u2019s number', async () => {
    const merchantOrderNo = newNumber();
    const { orderNo } = await sell({ merchantOrderNo });
    await registered({ merchantOrderNo, orderNo });
    await untilStatus(merchantOrderNo, 'AWAITING_CRYPTO');
    const questions = (await world.sandbox.calls('query')).filter(({ query }) => query['orderNo'] === orderNo);
    expect(questions.length).toBeGreaterThan(0);
    for (const { query } of questions) expect(query).toEqual({ orderNo, side: 'SELL' });
  });

  it('known by two numbers of different sales: never believed, and somebody has to look', async () => {
    const [first, second] = [newNumber(), newNumber()];
    await sell({ merchantOrderNo: first });
    const { orderNo } = await sell({ merchantOrderNo: second, status: '4' });
    await registered({ merchantOrderNo: first, orderNo });
    const order = await untilShown(first, ({ inReview }) => inReview);
    expect(order).toMatchObject({ status: 'REGISTERED', crypto: null, cryptoAmount: null, payee: { name: null } });
    expect(await world.rows.mismatches(first)).toMatchObject([
      { kind: 'foreign', field: 'merchantOrderNo', asked: first, seen: second },
    ]);
    await expectWhole(first);
  });

  it('of another application: never believed until it is of ours', async () => {
    const number = newNumber();
    await sell({ merchantOrderNo: number });
    await move(number, '2', { appId: 'somebody-else' });
    await registered({ merchantOrderNo: number });
    expect((await untilShown(number, ({ inReview }) => inReview)).status).toBe('REGISTERED');
    expect(await openMismatches(number)).toEqual(['foreign orderNo']);
    await move(number, '2', { appId: 'e2e-app' });
    await untilShown(number, ({ status, inReview }) => status === 'CRYPTO_RECEIVED' && !inReview);
  });

  it('answered with a record that does not name it: never believed until one does', async () => {
    const number = newNumber();
    const { orderNo } = await sell({ merchantOrderNo: number });
    await move(number, '4', { merchantOrderNo: '' });
    await registered({ merchantOrderNo: number });
    expect(await untilShown(number, ({ inReview }) => inReview)).toMatchObject({
      status: 'REGISTERED',
      orderNo: null,
      payee: { name: null },
    });
    expect(await openMismatches(number)).toEqual(['foreign orderNo']);
    await move(number, '4', { merchantOrderNo: number });
    const found = await untilShown(number, ({ status, inReview }) => status === 'COMPLETED' && !inReview);
    expect(found['orderNo']).toBe(orderNo);
    await expectWhole(number);
  });

  it('failed, and then refunded', async () => {
    const number = newNumber();
    await sell({ merchantOrderNo: number, status: '3' });
    await registered({ merchantOrderNo: number });
    await untilStatus(number, 'PAYOUT_STARTED');
    await move(number, '5');
    expect(await untilStatus(number, 'PAYOUT_FAILED')).toMatchObject({
      final: false,
      failure: { code: 'payout_failed' },
      failReason: 'The bank refused the payout',
    });
    await move(number, '6');
    expect(await untilStatus(number, 'REFUNDED')).toMatchObject({ final: true, failure: { code: 'refunded' } });
    expect(await openMismatches(number)).toEqual([]);
    await expectWhole(number);
  });

  it('failed, and paid out at the second try', async () => {
    const number = newNumber();
    await sell({ merchantOrderNo: number, status: '5' });
    await registered({ merchantOrderNo: number });
    await untilStatus(number, 'PAYOUT_FAILED');
    await move(number, '4', { failReason: '' });
    expect(await untilStatus(number, 'COMPLETED')).toMatchObject({ failure: null, inReview: false });
  });

  it('expired, and then paid after all', async () => {
    const number = newNumber();
    await sell({ merchantOrderNo: number, status: '7' });
    await registered({ merchantOrderNo: number });
    expect(await untilStatus(number, 'EXPIRED')).toMatchObject({
      settled: true,
      final: false,
      failure: { code: 'expired' },
    });
    await move(number, '2');
    expect(await untilStatus(number, 'CRYPTO_RECEIVED')).toMatchObject({ failure: null, inReview: false });
  });

  it.each([
    ['4', 'COMPLETED', '5'],
    ['4', 'COMPLETED', '1'],
    ['6', 'REFUNDED', '4'],
    ['3', 'PAYOUT_STARTED', '7'],
  ])(
    'from "%s" (%s) there is no way to "%s": kept, and in review until the provider corrects it',
    async (code, status, back) => {
      const number = newNumber();
      await sell({ merchantOrderNo: number, status: code });
      await registered({ merchantOrderNo: number });
      await untilStatus(number, status);
      await move(number, back);
      // A completed sale is polled once more; after that only a callback requests a poll.
      await world.service.post(`/callbacks/ramp/${callbackToken(number)}`, {});
      expect((await untilShown(number, ({ inReview }) => inReview)).status).toBe(status);
      expect(await openMismatches(number)).toEqual(['transition status']);
      await move(number, code);
      await untilShown(number, ({ inReview }) => !inReview);
      await expectWhole(number);
    },
  );

  it.each(['9', '0', 'PAID', ''])(
    'a code "%s" that nobody knows: kept, raw too, until a known one comes',
    async (code) => {
      const number = newNumber();
      await sell({ merchantOrderNo: number, status: '2' });
      await registered({ merchantOrderNo: number });
      await untilStatus(number, 'CRYPTO_RECEIVED');
      await move(number, '2', { status: code });
      expect(await untilShown(number, ({ inReview }) => inReview)).toMatchObject({
        status: 'CRYPTO_RECEIVED',
        rampStatus: code === '' ? null : code,
        final: false,
      });
      expect(await openMismatches(number)).toEqual(['status status']);
      await move(number, '3', { status: '3' });
      expect(await untilShown(number, ({ inReview }) => !inReview)).toMatchObject({ status: 'PAYOUT_STARTED' });
      await expectWhole(number);
    },
  );

  it('answered without an envelope, from nothing to its end', async () => {
    const number = newNumber();
    await world.sandbox.fault({ endpoint: 'query', act: 'bare', merchantOrderNo: number, times: 0 });
    try {
      await registered({ merchantOrderNo: number });
      await askedAgain(number, number);
      expect((await world.service.read(number)).status).toBe('REGISTERED');
      await sell({ merchantOrderNo: number });
      await untilStatus(number, 'AWAITING_CRYPTO');
      await move(number, '4');
      expect(await untilStatus(number, 'COMPLETED')).toMatchObject({ fiat: 'USD', cryptoActualAmount: '100' });
      await expectWhole(number);
    } finally {
      await world.sandbox.control('DELETE', '/faults');
    }
  });

  it('has an address that changes: an alarm, and the first one is shown', async () => {
    const number = newNumber();
    await sell({ merchantOrderNo: number });
    await registered({ merchantOrderNo: number });
    await untilStatus(number, 'AWAITING_CRYPTO');
    await move(number, '1', { address: '0x8617E340B3D01FA5F11F306F4090FD50E238070D' });
    expect(await untilShown(number, ({ inReview }) => inReview)).toMatchObject({ payoutAddress: DEPOSIT });
    expect(await openMismatches(number)).toEqual(['field address']);
    await world.service.program.says(/"event":"mismatch_urgent"/);
  });

  it('goes on after the service was stopped', async () => {
    const first = await world.another(QUICK);
    const number = newNumber();
    // A busy machine may say 503, as a repeat is there for.
    await until(
      'it is registered',
      async () => (await register({ merchantOrderNo: number }, first.service)).status < 300,
    );
    await first.service.stop();
    await sell({ merchantOrderNo: number, status: '3' });
    const service = await first.replica(QUICK);
    await first.rows.untilStatus(number, 'PAYOUT_STARTED');
    expect((await register({ merchantOrderNo: number }, service)).status).toBe(200);
    await move(number, '4');
    await untilStatus(number, 'COMPLETED', service);
  });
});

describe('a sale that never is', () => {
  it.each([
    ['null-data', 'null'],
    ['refusal', '1006'],
    ['refusal-with-number', '1006'],
    ['empty-object', 'empty'],
  ])(
    'is ended by an answer (%s) once its time is up, and taken up again when it appears',
    async (unknownOrder, notFound) => {
      await world.sandbox.unknownOrders(unknownOrder);
      const { service, rows } = await world.another({ ...QUICK, SELL_EXPIRY_MS: '1000', RAMP_NOT_FOUND: notFound });
      const number = newNumber();
      const orderNo = `${Date.now()}999999`;
      try {
        await register({ merchantOrderNo: number }, service);
        const other = orderOf(await register({ orderNo }, service)).merchantOrderNo;
        for (const unfound of [number, other]) {
          await rows.untilStatus(unfound, 'EXPIRED');
          expect(await service.read(unfound)).toMatchObject({
            status: 'EXPIRED',
            final: true,
            retryable: false,
            failure: { code: 'not_found' },
            orderNo: unfound === number ? null : orderNo,
            inReview: false,
          });
          const { events } = await rows.whole(unfound);
          expect(events.map(({ kind }) => kind)).toEqual(['registered', 'never_found']);
          const evidence = events[1]!.evidence as Record<string, unknown>;
          expect(evidence).toMatchObject({ endpoint: 'query', sent: { side: 'SELL' } });
          expect(evidence['httpStatus']).toBe(200);
        }
        await sell({ merchantOrderNo: number });
        const found = await untilStatus(number, 'AWAITING_CRYPTO', service);
        expect(found).toMatchObject({ failure: null, final: false, inReview: false });
        await move(number, '4');
        await untilStatus(number, 'COMPLETED', service);
      } finally {
        await service.stop();
        await world.sandbox.unknownOrders('null-data');
      }
    },
  );

  it('is not ended while the provider is silent, however long', async () => {
    const { service, rows } = await world.another({ ...QUICK, SELL_EXPIRY_MS: '1000', RAMP_TIMEOUT_MS: '300' });
    const number = newNumber();
    await world.sandbox.fault({ endpoint: 'query', act: 'status', code: 503, merchantOrderNo: number, times: 0 });
    try {
      await register({ merchantOrderNo: number }, service);
      await until('many questions, well after its time', async () => {
        const [row] = await rows.query<{ missed: number; old: boolean }>(
          `SELECT missed_answers AS missed, checkout_now() - created_at > interval '3 s' AS old
             FROM trades JOIN schedules USING (trade_no)`,
        );
        await service.read(number);
        return row!.missed >= 3 && row!.old;
      });
      expect((await rows.order(number))!.status).toBe('REGISTERED');
      await world.sandbox.control('DELETE', '/faults');
      await untilStatus(number, 'EXPIRED', service);
    } finally {
      await world.sandbox.control('DELETE', '/faults');
      await service.stop();
    }
  });

  it('made, but no crypto comes: ended by an answer too, and no mismatch', async () => {
    const { service, rows } = await world.another({ ...QUICK, SELL_EXPIRY_MS: '1500' });
    const number = newNumber();
    await sell({ merchantOrderNo: number });
    try {
      await register({ merchantOrderNo: number }, service);
      await rows.untilStatus(number, 'AWAITING_CRYPTO');
      await rows.untilStatus(number, 'EXPIRED', 30_000);
      const ended = await service.read(number);
      expect(ended).toMatchObject({ failure: { code: 'expired' }, rampStatus: '1', inReview: false });
      await move(number, '2');
      expect(await untilStatus(number, 'CRYPTO_RECEIVED', service)).toMatchObject({ inReview: false });
    } finally {
      await service.stop();
    }
  });
});

describe('what is personal of a sale', () => {
  const NAME = 'Wilhelmina Testperson';
  const ACCOUNT = 'DE02120300000000202051';
  const CARD = '4929123412341234';
  const EMAIL = 'wilhelmina@mail.example';
  const PLANTED = [NAME, 'Wilhelmina', ACCOUNT, '0300000000', CARD, '123412341234', EMAIL, 'wilhelmina'];

  it('stands nowhere in clear: no table, log, metric or answer', async () => {
    const { rows, service, sandbox } = world;
    const number = newNumber();
    await sell({ merchantOrderNo: number, email: EMAIL });
    await move(number, '2', { name: NAME, account: ACCOUNT, card: CARD });
    await registered({ merchantOrderNo: number });
    const first = await untilShown(number, ({ status }) => status === 'CRYPTO_RECEIVED');
    expect(first['payee']).toEqual({
      name: 'W*** T***',
      account: '****2051',
      card: '****1234',
      email: 'w***@mail.example',
    });

    await move(number, '5', { failReason: `no account ${ACCOUNT} of ${NAME}, write to ${EMAIL}` });
    const failed = await untilStatus(number, 'PAYOUT_FAILED');
    expect(failed['failReason']).toBe('no account [masked] of [masked], write to [masked]');
    await move(number, '5', { account: 'DE00OTHER0000999', status: '9' });
    const changed = await untilShown(number, ({ inReview }) => inReview);
    expect(changed['payee']).toEqual(first['payee']);
    expect((await openMismatches(number)).sort()).toEqual(['field payee.account', 'status status']);
    const [mismatch] = (await rows.mismatches(number)).filter(({ field }) => field === 'payee.account');
    expect(mismatch!.asked).toMatch(/^\*{4}2051 #1:[A-Za-z0-9_-]+$/);
    expect(mismatch!.seen).toMatch(/^\*{4}0999 #1:[A-Za-z0-9_-]+$/);

    const { signature } = (await sandbox.order(number)).record;
    const planted = [...PLANTED, 'DE00OTHER', String(signature)];
    const tables = await rows.query<{ name: string }>(
      `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public'`,
    );
    for (const { name } of tables) {
      const [row] = await rows.query<{ text: string }>(
        `SELECT coalesce(string_agg(t::text, ' '), '') AS text FROM ${name} t`,
      );
      // Bytes show as hexadecimal digits.
      const bytes = planted.map((text) => Buffer.from(text).toString('hex'));
      expect(
        [...planted, ...bytes].filter((text) => row!.text.includes(text)),
        name,
      ).toEqual([]);
    }
    const answers = [first, failed, changed].map((order) => JSON.stringify(order));
    const seen = [service.program.output(), await service.metrics(), ...answers].join('\n');
    expect(planted.filter((text) => seen.includes(text))).toEqual([]);
    await expectWhole(number);
  });
});
