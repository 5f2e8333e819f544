import { describe, expect, it } from 'vitest';
import { freePort } from '#scripts/lib/ports.mjs';
import { freshDatabase } from '../support/database.js';
import { pressButton, Sandbox } from '../support/sandbox-client.js';
import type { FaultOrder } from '../support/sandbox-client.js';
import { checkoutBody, expectProblem, newCheckout, orderOf, Service, until } from '../support/service.js';
import { historyProblems } from '../support/service-history.js';
import { Rows } from '../support/service-rows.js';
import { useWorld } from '../support/service-world.js';
import { sealAgain, SERVICE_RING } from '../support/sealed-orders.js';

const TIMEOUT_MS = 1500;
const NEVER_MS = 2_000_000_000;

// Long deadline: on a busy machine no response may be the deadline's.
const world = useWorld({ RAMP_TIMEOUT_MS: String(TIMEOUT_MS), CHECKOUT_DEADLINE_MS: '60000' }, { own: 'process' });

describe('a create with an unclear outcome', () => {
  // `acted`: the provider made the trade. The service cannot tell, so it does the same in both cases.
  const faults: [what: string, acted: boolean, fault: Omit<FaultOrder, 'endpoint' | 'merchantOrderNo'>][] = [
    ['a connection reset after the commit', true, { act: 'reset-after' }],
    ['a connection reset before it', false, { act: 'reset-before' }],
    ['a connection cut within the answer', true, { act: 'reset-during' }],
    ['silence after the commit', true, { act: 'hang-after' }],
    ['silence', false, { act: 'hang' }],
    ['an answer that comes too late', true, { act: 'delay-after', ms: TIMEOUT_MS + 1000 }],
    ['a 502 after the commit', true, { act: 'status-after', code: 502, body: '<h1>Bad Gateway</h1>' }],
    ['a 503', false, { act: 'status', code: 503 }],
    ['an unknown code with a 500', false, { act: 'answer', returnCode: '9999', returnMsg: 'System error', http: 500 }],
    ['cut JSON', true, { act: 'cut' }],
    ['HTML with a 200', false, { act: 'garbage' }],
    ['a redirect', false, { act: 'redirect' }],
    ['a success without orderNo', true, { act: 'mutate', data: { orderNo: null } }],
    ['a success without payUrl', true, { act: 'mutate', data: { payUrl: '' } }],
    ['a payUrl that is not absolute', true, { act: 'mutate', data: { payUrl: '/pay/1' } }],
  ];

  it.each(faults)('%s: a second trade is created, and the first stays watched', async (...row) => {
    const [, acted, fault] = row;
    const { service, sandbox, rows } = world;
    const { body, number } = newCheckout();
    await sandbox.fault({ endpoint: 'create', merchantOrderNo: number, ...fault });
    const order = await service.order(body);

    const next = await sandbox.order(`${number}-r2`);
    expect(order.payUrl).toBe(next.payUrl);
    expect(order).toMatchObject({ status: 'AWAITING_PAYMENT', failure: null, orderNo: next.orderNo });
    expect(await sandbox.orders(number)).toHaveLength(acted ? 1 : 0);
    const creates = await sandbox.creates(number);
    expect(creates.map((create) => create.merchantOrderNo)).toEqual([number, `${number}-r2`]);
    const trades = await rows.trades(number);
    expect(trades[0]).toMatchObject({ superseded: true, pay_url: null, sends: 1 });
    expect(trades[0]!.next_query_at).not.toBeNull();
    expect(trades[1]).toMatchObject({ outcome: 'created', superseded: false, pay_url: next.payUrl });
    // Each trade was committed before it was sent, with the stamp that the provider saw.
    expect(creates.map((create) => create.headers['timestamp'])).toEqual(trades.map(({ stamp }) => stamp));

    if (!acted) return;
    const lost = await sandbox.order(number);
    await until('the lost trade is found again, without a payUrl', async () => {
      const [trade] = await rows.trades(number);
      return trade!.order_no === lost.orderNo && trade!.pay_url === null;
    });
    expect(await service.read(number)).toMatchObject({ status: 'AWAITING_PAYMENT', payUrl: next.payUrl });
  });

  it('a late payment of the lost trade completes the order and withholds the payUrl', async () => {
    const { service, sandbox, rows } = world;
    const { body, number } = newCheckout();
    await sandbox.fault({ endpoint: 'create', merchantOrderNo: number, act: 'reset-after' });
    await service.order(body);
    const lost = await sandbox.order(number);
    await pressButton(lost.payUrl, 'pay');
    await rows.untilStatus(number, 'COMPLETED');
    const order = await service.read(number);
    // The page of the second trade was returned, and may still be paid.
    expect(order).toMatchObject({ payUrl: null, orderNo: lost.orderNo, final: false, inReview: false });
    expect(order['txHash']).toBe((await sandbox.order(number)).record['txHash']);
    expect(order.trades.map(({ status }) => status)).toEqual(['COMPLETED', 'AWAITING_PAYMENT']);
    expect(historyProblems(await rows.whole(number))).toEqual([]);
  });

  it('two paid trades of one order open a double_payment mismatch', async () => {
    const { service, sandbox, rows } = world;
    const { body, number } = newCheckout();
    await sandbox.fault({ endpoint: 'create', merchantOrderNo: number, act: 'hang-after' });
    const order = await service.order(body);
    await pressButton((await sandbox.order(number)).payUrl, 'pay');
    await pressButton(order.payUrl, 'pay');
    await until('a mismatch', async () => (await rows.mismatches(number)).length > 0);
    expect(await rows.mismatches(number)).toMatchObject([{ kind: 'double_payment', trade_no: `${number}-r2` }]);
    expect(await service.read(number)).toMatchObject({ inReview: true, payUrl: null });
  });

  it('creates that return no page: one further trade at once, another after the pause by a repeat or a retry', async () => {
    const { service, sandbox, rows } = world;
    const { body, number } = newCheckout();
    const tradeNos = [number, ...[2, 3, 4].map((n) => `${number}-r${n}`)];
    const pages = [null, 'myapp://pay/2', '/pay/3'];
    const alarms = async () => Number(/trades_without_page_total (\d+)/.exec(await service.metrics())?.[1]);
    const alarmsBefore = await alarms();
    const faults = pages.map((payUrl, i) => ({ merchantOrderNo: tradeNos[i]!, data: { payUrl } }));
    await sandbox.fault(...faults.map((fault) => ({ endpoint: 'create' as const, act: 'mutate', ...fault })));
    const answers = await Promise.all([service.checkout(body), service.checkout(body)]);
    const givenUp = async (ago: string): Promise<void> => {
      await rows.query(
        `UPDATE trades SET given_up_at = checkout_now() - $2::interval
          WHERE merchant_order_no = $1 AND given_up_at IS NOT NULL`,
        [number, ago],
      );
      await sealAgain(rows, { numbers: [number], ring: SERVICE_RING });
    };
    await givenUp('0 s');
    answers.push(await service.checkout(body));
    for (const answer of answers) {
      expect(expectProblem(answer, 502, 'ramp_protocol')).toMatchObject({ merchantOrderNo: number });
    }
    const made = async () => (await sandbox.creates(number)).map((create) => create.merchantOrderNo);
    expect(await made()).toEqual(tradeNos.slice(0, 2));
    const orderNos = await Promise.all(tradeNos.slice(0, 2).map(async (no) => (await sandbox.order(no)).orderNo));
    const trade = { outcome: 'created', status: 'AWAITING_PAYMENT', superseded: true, pay_url: null };
    expect(await rows.trades(number)).toMatchObject(orderNos.map((order_no) => ({ ...trade, order_no })));
    expect(await service.read(number)).toMatchObject({
      status: 'EXPIRED',
      failure: { code: 'not_created' },
      payUrl: null,
    });
    expect((await alarms()) - alarmsBefore).toBe(2);
    const line = '"event":"trade_without_page"';
    await service.program.says(new RegExp(`${line}[^\\n]*${number}-r2|${number}-r2[^\\n]*${line}`));

    await givenUp('2 s');
    expectProblem(await service.checkout(body), 502, 'ramp_protocol');
    expect(await made()).toEqual(tradeNos.slice(0, 3));
    await givenUp('1 min');
    const answer = await service.post(`/v1/orders/${number}/retry`, {});
    expect(answer.body).toMatchObject({
      status: 'AWAITING_PAYMENT',
      payUrl: (await sandbox.order(tradeNos[3]!)).payUrl,
    });
    expect(historyProblems(await rows.whole(number))).toEqual([]);
  });

  it('two creates that time out: the checkout gets 202, and a third trade follows', async () => {
    const { service, sandbox, rows } = world;
    const { body, number } = newCheckout();
    const slow = [number, `${number}-r2`].map((merchantOrderNo) => ({ merchantOrderNo, act: 'hang' }));
    await sandbox.fault(...slow.map((fault) => ({ endpoint: 'create' as const, ...fault })));
    const answer = await service.checkout(body);
    expect([answer.status, answer.body['payUrl']]).toEqual([202, null]);
    expect(await rows.trades(number)).toMatchObject([{ outcome: 'unknown' }, { outcome: 'unknown' }]);
    await rows.untilStatus(number, 'AWAITING_PAYMENT');
    expect((await service.read(number)).payUrl).toBe((await sandbox.order(`${number}-r3`)).payUrl);
  });

  it('three unclear creates: no further trade, the order expires, and the three trades stay watched', async () => {
    const { service, sandbox, rows } = world;
    const { body, number } = newCheckout();
    await sandbox.fault(
      { endpoint: 'create', merchantOrderNo: number, act: 'reset-after' },
      { endpoint: 'create', merchantOrderNo: `${number}-r2`, act: 'garbage' },
      { endpoint: 'create', merchantOrderNo: `${number}-r3`, act: 'status-after', code: 502 },
    );
    const answer = await service.checkout(body);
    expect(expectProblem(answer, 503, 'ramp_unavailable')['merchantOrderNo']).toBe(number);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    const order = await service.read(number);
    expect(order).toMatchObject({ status: 'EXPIRED', failure: { code: 'not_created' } });
    expect(order).toMatchObject({ payUrl: null, settled: true, final: false, retryable: true });
    const creates = await sandbox.creates(number);
    expect(creates.map((create) => create.merchantOrderNo)).toEqual([number, `${number}-r2`, `${number}-r3`]);
    const at = creates.map((create) => Date.parse(create.at));
    expect(at[1]! - at[0]!).toBeGreaterThanOrEqual(490);
    expect(at[2]! - at[1]!).toBeGreaterThanOrEqual(490);

    // Two of them exist. Their pages were never handed out, so nothing changes for the customer.
    await until('the lost trades are found', async () => {
      const [first, , third] = await rows.trades(number);
      return first!.order_no !== null && third!.order_no !== null;
    });
    expect(await service.read(number)).toMatchObject({ status: 'EXPIRED', failure: { code: 'not_created' } });
    // After the pause a repeat creates the next trade without asking about the lost ones: no page was handed out.
    const repeat = await until('it is tried again', async () => {
      const again = await service.checkout(body);
      return again.status === 201 && again;
    });
    const made = orderOf(repeat).trades.at(-1)!.merchantOrderNo;
    expect(repeat.body['payUrl']).toBe((await sandbox.order(made)).payUrl);
    expect((await sandbox.creates(number))[3]!.merchantOrderNo).toBe(`${number}-r4`);

    await sandbox.control('POST', '/pace', { ms: NEVER_MS });
    await pressButton((await sandbox.order(number)).payUrl, 'pay');
    await rows.untilStatus(number, 'PAID', 20_000);
    expect(await service.read(number)).toMatchObject({ failure: null, payUrl: null, settled: false });
    await sandbox.control('POST', '/pace', { ms: 50 });
  });

  it('three unclear creates, one of them paid: a repeat creates no other trade', async () => {
    const { service, sandbox, rows } = world;
    const { body, number } = newCheckout();
    const tradeNos = [number, `${number}-r2`, `${number}-r3`];
    await sandbox.fault(
      ...tradeNos.map((merchantOrderNo) => ({ endpoint: 'create' as const, act: 'reset-after', merchantOrderNo })),
    );
    expectProblem(await service.checkout(body), 503, 'ramp_unavailable');
    await sandbox.force(`${number}-r2`, 'PAY_SUCCESS', {}, false);
    await rows.untilStatus(number, 'PAID');
    const repeat = await service.checkout(body);
    expect(repeat.status, repeat.text).toBe(200);
    expect(repeat.body).toMatchObject({ status: 'PAID', payUrl: null });
    expect(await sandbox.creates(number)).toHaveLength(3);
  });

  it('a repeat during an unclear create waits for the outcome and sends no create', async () => {
    const { service, sandbox } = world;
    const { body, number } = newCheckout();
    await sandbox.fault({ endpoint: 'create', merchantOrderNo: number, act: 'hang-after' });
    const first = service.checkout(body);
    await until('the create is on its way', async () => (await sandbox.creates(number)).length === 1);
    const second = await service.checkout(body);
    const { payUrl } = await sandbox.order(`${number}-r2`);
    expect([(await first).status, second.status]).toEqual([201, 200]);
    expect([(await first).body['payUrl'], second.body['payUrl']]).toEqual([payUrl, payUrl]);
    expect(await sandbox.creates(number)).toHaveLength(2);
  });
});

describe('a deadline before the provider answers', () => {
  it('gives 202, and the payUrl follows', async () => {
    const { sandbox } = world;
    const { service, rows } = await world.another({ CHECKOUT_DEADLINE_MS: '300', RAMP_TIMEOUT_MS: '6000' });
    const { body, number } = newCheckout();
    await sandbox.fault({ endpoint: 'create', merchantOrderNo: number, act: 'hang-after' });
    const began = performance.now();
    const answer = await service.checkout(body);
    expect(performance.now() - began).toBeLessThan(6000);
    expect(answer.status, answer.text).toBe(202);
    expect(answer.headers.get('location')).toBe(`/v1/orders/${number}`);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(answer.body).toMatchObject({ merchantOrderNo: number, status: 'CREATING', payUrl: null, final: false });
    expect(answer.body['clientSecret']).toEqual(expect.stringMatching(/^.{20,}$/));

    const order = await until('a payUrl', async () => {
      const seen = await service.read(number);
      return seen.payUrl !== null && seen;
    });
    const next = await sandbox.order(`${number}-r2`);
    expect(order).toMatchObject({ payUrl: next.payUrl, status: 'AWAITING_PAYMENT' });
    const repeat = await service.checkout(body);
    expect(repeat.status).toBe(200);
    expect(repeat.body).toMatchObject({ payUrl: next.payUrl, clientSecret: answer.body['clientSecret'] });
    expect(await sandbox.creates(number)).toHaveLength(2);
    expect(await rows.trades(number)).toHaveLength(2);
  });
});

describe('a provider that refuses connections', () => {
  it('leaves no trade, and the same number works when it is back', async () => {
    const database = await freshDatabase();
    const rows = Rows.of(database.url);
    // Own address: another process may take a free port of 127.0.0.1.
    const host = '127.0.0.77';
    const sandboxPort = await freePort();
    const service = await Service.start({
      databaseUrl: database.url,
      rampUrl: `http://${host}:${sandboxPort}`,
      process: true,
    });
    let sandbox: Sandbox | null = null;
    try {
      const { body, number } = newCheckout();
      const away = await service.checkout(body);
      expect(expectProblem(away, 503, 'ramp_unavailable')['merchantOrderNo']).toBe(number);
      expect(Number(away.headers.get('retry-after'))).toBeGreaterThan(0);
      const other = checkoutBody();
      expectProblem(await service.checkout(other), 503, 'ramp_unavailable');
      expect(await rows.trades(number)).toMatchObject([{ outcome: 'not_sent', order_no: null, pay_url: null }]);
      expect(await service.read(number)).toMatchObject({ payUrl: null, failure: { code: 'not_created' } });
      expect((await service.get('/health/ready')).status).toBe(200);

      sandbox = await Sandbox.start({ SANDBOX_HOST: host, SANDBOX_PORT: String(sandboxPort) });
      // After several refused connections the service probes until the provider is back.
      await until('the provider is found', async () => (await service.get('/health/ready')).body['provider'] === 'up');
      const order = await service.order(body);
      expect(order).toMatchObject({ merchantOrderNo: number, status: 'AWAITING_PAYMENT', failure: null });
      expect(order.payUrl).toBe((await sandbox.order(number)).payUrl);
      expect((await sandbox.creates(number)).map((create) => create.merchantOrderNo)).toEqual([number]);
      // It was never sent, so other content is allowed; it gets another trade, whose terms never change.
      const changed = await service.order({ ...other, amount: '55.00' });
      expect((await sandbox.order(`${changed.merchantOrderNo}-r2`)).record['amount']).toBe('55.00');
      expect(await sandbox.creates(changed.merchantOrderNo)).toHaveLength(1);
      expect(await rows.trades(changed.merchantOrderNo)).toMatchObject([
        { outcome: 'not_sent' },
        { outcome: 'created' },
      ]);
      expect(historyProblems(await rows.whole(number))).toEqual([]);
    } finally {
      await service.stop();
      await sandbox?.stop();
      await rows.close();
      await database.drop();
    }
  });
});
