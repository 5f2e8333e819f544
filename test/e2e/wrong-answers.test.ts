import { describe, expect, it } from 'vitest';
import type { FaultOrder } from '../support/sandbox-client.js';
import { checkoutBody, expectProblem, newCheckout, until } from '../support/service.js';
import { historyProblems } from '../support/service-history.js';
import type { MismatchRecord } from '../support/service-rows.js';
import { useWorld } from '../support/service-world.js';

const world = useWorld(
  { ...{ RECONCILE_INTERVAL_MS: '50', HINT_FLOOR_MS: '50' }, RAMP_TIMEOUT_MS: '2000' },
  { sandbox: { SANDBOX_CALLBACKS: 'off' } },
);

async function newOrder(): Promise<string> {
  return (await world.service.order(checkoutBody())).merchantOrderNo;
}

/** Changes the order at the provider, without a callback. */
function force(number: string, status: string, fields: Readonly<Record<string, unknown>> = {}): Promise<unknown> {
  return world.sandbox.force(number, status, fields, false);
}

const open = (mismatches: readonly MismatchRecord[]): MismatchRecord[] =>
  mismatches.filter(({ resolved_at }) => resolved_at === null);

/** Reads, which requests polls, until the order is in review. */
function untilInReview(number: string): Promise<unknown> {
  return until(`${number} in review`, async () => (await world.service.read(number)).inReview);
}

async function askAgain(number: string, times = 3): Promise<void> {
  const before = (await world.sandbox.queries(number)).length;
  await until(`${times} more questions about ${number}`, async () => {
    await world.service.read(number);
    return (await world.sandbox.queries(number)).length >= before + times;
  });
}

async function expectWholeHistory(number: string): Promise<void> {
  const whole = await world.rows.whole(number);
  expect(historyProblems(whole)).toEqual([]);
  expect(JSON.stringify(whole.events)).not.toMatch(
    /52908400098527886E0F7030069857D2E4169EE7|8617E340B3D01FA5F11F306F4090FD50E238070D/i,
  );
}

const ADDRESS = '0x8617E340B3D01FA5F11F306F4090FD50E238070D';

describe('a field that differs from the order', () => {
  const wrong: [field: string, seen: string, right: string, ours?: string][] = [
    ['address', ADDRESS, '0x52908400098527886E0F7030069857D2E4169EE7'],
    ['fiat', 'EUR', 'USD'],
    ['crypto', 'USDC', 'USDT'],
    ['network', 'BSC', 'ETH'],
    ['appId', 'somebody-else', 'e2e-app'],
    ['side', 'SELL', 'BUY'],
    ['alpha2', 'DE', 'US', 'country'],
  ];

  it.each(wrong)(
    '%s: one mismatch, and in review until the provider corrects it',
    async (theirs, seen, right, ours) => {
      const field = ours ?? theirs;
      const { rows } = world;
      const body = checkoutBody();
      const { merchantOrderNo: number, payUrl } = await world.service.order(body);
      await force(number, 'PENDING', { [theirs]: seen });
      await untilInReview(number);
      // No payUrl for another wallet; a different currency is shown on the payment page itself.
      const shown = ['fiat', 'country'].includes(field) ? payUrl : null;
      expect(await world.service.read(number)).toMatchObject({ payUrl: shown, retryable: false });
      expect((await world.service.checkout(body)).body['payUrl']).toBe(shown);
      await askAgain(number);
      const found = await rows.mismatches(number);
      expect(found).toMatchObject([{ trade_no: number, kind: 'field', field, asked: right, seen, resolved_at: null }]);
      const opened = (await rows.events(number)).filter(({ kind }) => kind === 'mismatch_opened');
      expect(opened).toHaveLength(1);

      await force(number, 'PENDING', { [theirs]: right });
      await until('resolved', async () => !(await world.service.read(number)).inReview);
      expect(await rows.mismatches(number)).toMatchObject([{ resolved_by: 'provider' }]);
      expect((await world.service.read(number)).payUrl).toBe(payUrl);
      await expectWholeHistory(number);
    },
  );

  it('the amount is compared by value, once the order is paid', async () => {
    const { rows, service } = world;
    const number = await newOrder();
    await force(number, 'PENDING', { amount: '55.00' });
    await askAgain(number);
    expect(await rows.mismatches(number)).toEqual([]);
    expect(await service.read(number)).toMatchObject({ amount: '100.00', paidAmount: null, reviewReasons: [] });
    await force(number, 'PAY_SUCCESS');
    await untilInReview(number);
    expect(open(await rows.mismatches(number))).toMatchObject([{ field: 'amount', asked: '100.00', seen: '55.00' }]);
    expect(await service.read(number)).toMatchObject({
      amount: '100.00',
      paidAmount: '55.00',
      reviewReasons: [{ kind: 'field', field: 'amount', expected: '100.00', actual: '55.00' }],
    });
    await force(number, 'PAY_SUCCESS', { amount: '100.0000' });
    await until('resolved', async () => !(await world.service.read(number)).inReview);
  });

  it('a completion in review is shown, and announced only once the field is corrected', async () => {
    const { service, rows } = world;
    const number = await newOrder();
    await force(number, 'FINISHED', { address: ADDRESS });
    await rows.untilStatus(number, 'COMPLETED');
    expect(await service.read(number)).toMatchObject({ status: 'COMPLETED', inReview: true, final: false });
    await askAgain(number);
    expect(open(await rows.mismatches(number))).toMatchObject([{ kind: 'field', field: 'address', seen: ADDRESS }]);
    expect(await rows.announced(number)).not.toContain('order.completed');

    await force(number, 'FINISHED', { address: '0x52908400098527886E0F7030069857D2E4169EE7' });
    await until('resolved', async () => !(await service.read(number)).inReview);
    expect(await service.read(number)).toMatchObject({ status: 'COMPLETED', final: true });
    expect((await rows.announced(number)).filter((type) => type === 'order.completed')).toHaveLength(1);
    expect(await rows.mismatches(number)).toMatchObject([{ resolved_by: 'provider' }]);
    await expectWholeHistory(number);
  });

  it('letter case of an EVM address is ignored, and an emptied field keeps its value', async () => {
    const { service, rows } = world;
    const number = await newOrder();
    await force(number, 'PENDING', { address: '0x52908400098527886e0f7030069857d2e4169ee7', network: 'eth' });
    await askAgain(number);
    expect(await rows.mismatches(number)).toEqual([]);
    const known = (await service.read(number))['cryptoQuantity'];
    expect(known).toEqual(expect.stringMatching(/^\d/));
    await force(number, 'PENDING', { address: '', cryptoQuantity: '', fiat: null });
    await askAgain(number);
    expect(await rows.mismatches(number)).toEqual([]);
    expect(await service.read(number)).toMatchObject({ cryptoQuantity: known, fiat: 'USD', inReview: false });
  });
});

describe('a status', () => {
  it('resolved by staff and mapped by a setting later: the next poll records the refund', async () => {
    const { service, rows, replica } = await world.another({
      RECONCILE_INTERVAL_MS: '50',
      HINT_FLOOR_MS: '50',
    });
    const number = (await service.order(checkoutBody())).merchantOrderNo;
    await force(number, 'PAY_SUCCESS');
    await until('PAID', async () => (await service.read(number)).status === 'PAID');
    await force(number, 'MONEY_BACK');
    await until('in review', async () => (await service.read(number)).inReview);
    const [mismatch] = await rows.mismatches(number);
    await service.post(`/v1/admin/mismatches/${mismatch!.id}/resolve`, { note: 'the bank says so too' });
    expect(await service.read(number)).toMatchObject({ status: 'PAID', inReview: false, settled: false });
    await service.stop();

    const env = { RAMP_STATUS_MAP: 'BUY:MONEY_BACK=REFUNDED' };
    const next = await replica(env);
    await rows.untilStatus(number, 'REFUNDED');
    const ended = { settled: true, final: true, inReview: false, retryable: false, payUrl: null };
    expect(await next.read(number)).toMatchObject({
      ...ended,
      failure: { code: 'refunded' },
      rampStatus: 'MONEY_BACK',
    });
    expect((await next.get('/v1/admin/report')).body).toMatchObject({
      balanced: true,
      buckets: { refunded: 1, overdue: 0, open: 0 },
      fiat: [{ paid: { trades: 0 }, refunded: { trades: 1, amount: '100.00', unstated: 0 } }],
    });
    expect(historyProblems(await rows.whole(number))).toEqual([]);
  });

  it.each(['Refunded', 'RISK_CONTROL', 'finished', 'PAY SUCCESS', '7'])(
    '"%s" is unknown: the status stays, and the order is in review',
    async (word) => {
      const { service, rows } = world;
      const number = await newOrder();
      await force(number, 'PAY_SUCCESS');
      await until('PAID', async () => (await service.read(number)).status === 'PAID');
      await force(number, word);
      await untilInReview(number);
      await askAgain(number);
      expect(await service.read(number)).toMatchObject({ status: 'PAID', rampStatus: word });
      expect(await rows.mismatches(number)).toMatchObject([{ kind: 'status', field: 'status', seen: word }]);
      await force(number, 'FINISHED');
      await until('COMPLETED', async () => (await service.read(number)).status === 'COMPLETED');
      await until('resolved', async () => !(await service.read(number)).inReview);
      expect(await rows.announced(number)).toContain('order.completed');
      await expectWholeHistory(number);
    },
  );

  it.each([
    ['PAY_SUCCESS', 'PAID', 'PENDING'],
    ['PAY_SUCCESS', 'PAID', 'CANCEL'],
    ['TRANSFER', 'TRANSFERRING', 'PAY_FAIL'],
    ['TRANSFER', 'TRANSFERRING', 'PAY_SUCCESS'],
  ])('from %s (%s) back to %s: a mismatch, and the status stays', async (before, ours, after) => {
    const { service, rows } = world;
    const number = await newOrder();
    await force(number, before);
    await until(ours, async () => (await service.read(number)).status === ours);
    await force(number, after);
    await untilInReview(number);
    await askAgain(number);
    expect((await service.read(number)).status).toBe(ours);
    expect(await rows.mismatches(number)).toMatchObject([{ kind: 'transition', field: 'status', asked: ours }]);
  });

  it.each([
    ['CANCEL', 'CANCELLED'],
    ['PAY_FAIL', 'PAYMENT_FAILED'],
  ])('from %s to the end: a late success is no mismatch', async (before, ours) => {
    const { service, rows } = world;
    const number = await newOrder();
    await force(number, before);
    await until(ours, async () => (await service.read(number)).status === ours);
    await force(number, 'FINISHED');
    await rows.untilStatus(number, 'COMPLETED', 15_000);
    expect(await rows.mismatches(number)).toEqual([]);
    await expectWholeHistory(number);
  });
});

const TWO_STATUSES = '{"success":true,"returnCode":"0000","data":{"status":"PENDING","status":"FINISHED"}}';

describe('a nonsensical answer to a query', () => {
  const answers: [what: string, fault: Omit<FaultOrder, 'endpoint' | 'merchantOrderNo'>][] = [
    ['HTML', { act: 'garbage' }],
    ['cut JSON', { act: 'cut' }],
    ['a redirect', { act: 'redirect' }],
    ['a 500', { act: 'status', code: 500 }],
    ['nothing', { act: 'hang' }],
    ['a broken connection', { act: 'reset-during' }],
    ['an undocumented refusal', { act: 'answer', returnCode: '9999', returnMsg: 'System error' }],
    ['a list', { act: 'status', code: 200, body: { success: true, returnCode: '0000', data: [] } }],
    ['a text', { act: 'status', code: 200, body: { success: true, returnCode: '0000', data: 'FINISHED' } }],
    ['two statuses', { act: 'status', code: 200, body: TWO_STATUSES }],
    ['an empty record', { act: 'status', code: 200, body: { success: true, returnCode: '0000', data: {} } }],
    ['FINISHED with a 500', { act: 'status-after', code: 500, body: { success: true, data: { status: 'FINISHED' } } }],
  ];

  it.each(answers)('%s: the order is unchanged, and a later poll gets the status', async (_, fault) => {
    const { service, sandbox, rows } = world;
    const number = await newOrder();
    await until('PENDING seen', async () => (await rows.trades(number))[0]!.ramp_status === 'PENDING');
    await sandbox.fault({ endpoint: 'query', merchantOrderNo: number, times: 3, ...fault });
    await force(number, 'PAY_SUCCESS');
    const mark = await sandbox.mark();
    await until('three such answers', async () => {
      await service.read(number);
      const { faults } = await sandbox.control<{ faults: { merchantOrderNo: string }[] }>('GET', '/faults');
      return faults.every(({ merchantOrderNo }) => merchantOrderNo !== number);
    });
    await until('PAID', async () => (await service.read(number)).status === 'PAID');
    expect((await sandbox.queries(number, mark)).length).toBeGreaterThanOrEqual(4);
    const statuses = (await rows.events(number)).flatMap(({ data }) => {
      const { status } = (data['changes'] ?? {}) as { status?: { to: string } };
      return status === undefined ? [] : [status.to];
    });
    expect(statuses).toEqual(['PAID']);
    await until('out of review', async () => !(await service.read(number)).inReview);
    await expectWholeHistory(number);
  });

  it('an unreadable value opens a mismatch, and the rest is recorded', async () => {
    const { service, rows } = world;
    const number = await newOrder();
    await force(number, 'PAY_SUCCESS', { cryptoQuantity: 'a lot', txTime: '31.12.2026', rampFee: '1,000.5' });
    await until('PAID', async () => (await service.read(number)).status === 'PAID');
    await untilInReview(number);
    const fields = (await rows.mismatches(number)).map(({ kind, field }) => `${kind} ${field}`);
    expect(fields).toContain('unreadable cryptoQuantity');
    expect(fields).toContain('unreadable txTime');
    expect(await service.read(number)).toMatchObject({ transferredAt: null });
  });

  it('values that Postgres cannot store block no other order', async () => {
    const { service, rows } = world;
    const [strange, normal] = [await newOrder(), await newOrder()];
    await force(strange, 'PAY_SUCCESS', {
      payType: 'a\u0000b',
      txHash: '\ud800',
      tokenAddress: 'x'.repeat(100_000),
      cryptoPrice: '9'.repeat(500),
      networkFee: `0.${'1'.repeat(500)}`,
    });
    await force(normal, 'FINISHED');
    await rows.untilStatus(normal, 'COMPLETED');
    await until('recorded or in review', async () => {
      const order = await service.read(strange);
      return order.status === 'PAID' || order.inReview;
    });
    await force(strange, 'FINISHED', {
      payType: 'Visa',
      txHash: '0x1',
      tokenAddress: '',
      cryptoPrice: '1',
      networkFee: '1',
    });
    await until('COMPLETED', async () => (await service.read(strange)).status === 'COMPLETED', 20_000);
    await expectWholeHistory(strange);
  });

  it('the record of another order is ignored and opens a mismatch', async () => {
    const { service, sandbox, rows } = world;
    const [mine, other] = [await newOrder(), await newOrder()];
    const { orderNo } = await sandbox.order(other);
    await force(mine, 'FINISHED', { orderNo });
    await untilInReview(mine);
    await askAgain(mine);
    expect(await service.read(mine)).toMatchObject({ status: 'AWAITING_PAYMENT', txHash: null });
    expect(await rows.mismatches(mine)).toMatchObject([{ kind: 'foreign', field: 'orderNo', seen: orderNo }]);
    expect((await rows.order(other))!.in_review).toBe(false);
  });

  it('a foreign record about a lost create: paid is announced in review, and not found ends the review', async () => {
    const { sandbox } = world;
    const quick = { RECONCILE_INTERVAL_MS: '50', HINT_FLOOR_MS: '50', RAMP_TIMEOUT_MS: '2000' };
    const { service, rows } = await world.another(quick, 'process');
    const { body, number } = newCheckout();
    const record = { orderNo: 'P-OF-ANOTHER', side: 'BUY', status: 'FINISHED', address: ADDRESS, network: 'BSC' };
    const foreign = { success: true, returnCode: '0000', returnMsg: 'SUCCESS', data: record };
    await sandbox.fault({ endpoint: 'create', merchantOrderNo: number, act: 'reset-before' });
    await service.order(body);
    const times = 10_000;
    await sandbox.fault({ endpoint: 'query', merchantOrderNo: number, act: 'status', code: 200, body: foreign, times });
    await until('in review', async () => (await service.read(number)).inReview);
    await force(`${number}-r2`, 'FINISHED');
    await until('COMPLETED', async () => (await service.read(number)).status === 'COMPLETED');
    expect(await rows.mismatches(number)).toMatchObject([
      { trade_no: number, kind: 'foreign', field: 'orderNo', seen: 'P-OF-ANOTHER' },
    ]);
    expect(await rows.announced(number)).toContain('order.paid');
    expect(await rows.announced(number)).not.toContain('order.completed');

    await sandbox.control('DELETE', '/faults');
    await until('resolved', async () => !(await service.read(number)).inReview);
    expect(await rows.mismatches(number)).toMatchObject([{ resolved_by: 'provider' }]);
    const announced = await rows.announced(number);
    for (const type of ['order.paid', 'order.completed', 'order.review_resolved']) {
      expect(announced.filter((one) => one === type)).toEqual([type]);
    }
    expect(service.program.output()).not.toMatch(/mismatch_urgent/);
    await service.stop();
    expect(historyProblems(await rows.whole(number))).toEqual([]);
  });

  it('not found about a known order opens a mismatch', async () => {
    const { service, sandbox, rows } = world;
    const number = await newOrder();
    const nothing = { success: true, returnCode: '0000', returnMsg: 'SUCCESS', data: null };
    await sandbox.fault({
      endpoint: 'query',
      merchantOrderNo: number,
      act: 'status',
      code: 200,
      body: nothing,
      times: 3,
    });
    await untilInReview(number);
    expect(await service.read(number)).toMatchObject({ status: 'AWAITING_PAYMENT' });
    expect(await rows.mismatches(number)).toMatchObject([{ kind: 'vanished' }]);
    await until('resolved', async () => !(await service.read(number)).inReview);
  });
});

it("a provider's number that comes twice is a mismatch of the newer order, which gets no page", async () => {
  const { sandbox } = world;
  // A second trade would have a page to hand out.
  const { service, rows } = await world.another({ ORDER_MAX_TRADES: '1' });
  const first = (await service.order(checkoutBody())).merchantOrderNo;
  const { orderNo } = await sandbox.order(first);
  const { body, number } = newCheckout();
  await sandbox.fault({ endpoint: 'create', merchantOrderNo: number, act: 'mutate', data: { orderNo } });
  expectProblem(await service.checkout(body), 503, 'ramp_unavailable');
  const [mismatch] = await rows.mismatches(number);
  expect(mismatch).toMatchObject({ kind: 'order_no_clash', trade_no: number, seen: orderNo });
  expect((await rows.trades(first))[0]).toMatchObject({ order_no: orderNo });
  expect((await rows.order(first))!.in_review).toBe(false);
  // Queried by our own number, the provider names the real order.
  const real = await sandbox.order(number);
  await until('the real number', async () => (await rows.trades(number))[0]!.order_no === real.orderNo);
});
