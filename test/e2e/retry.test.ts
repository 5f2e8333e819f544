import { describe, expect, it } from 'vitest';
import { checkoutBody, expectProblem, newCheckout, newNumber, orderOf, until } from '../support/service.js';
import type { Answer, Service } from '../support/service.js';
import { useWorld } from '../support/service-world.js';

const world = useWorld({ ORDER_MAX_TRADES: '4' }, { document: true });

const retry = (number: string, body: object = {}, service: Service = world.service): Promise<Answer> =>
  service.post(`/v1/orders/${number}/retry`, body);

/** An order whose only trade stands in this status at the provider, and here. */
async function orderIn(rampStatus: string, status: string): Promise<string> {
  const { merchantOrderNo } = await world.service.order(checkoutBody());
  await world.sandbox.force(merchantOrderNo, rampStatus);
  await until(status, async () => (await world.service.read(merchantOrderNo)).status === status);
  return merchantOrderNo;
}

/** An order whose only trade could not be sent, for lack of an access token. */
async function neverSent(): Promise<string> {
  const poor = await world.replica({ RAMP_ACCESS_TOKEN: '', ROLES: 'api' });
  const body = checkoutBody();
  expectProblem(await poor.checkout(body), 502, 'ramp_configuration');
  await poor.stop();
  return String(body['merchantOrderNo']);
}

describe('a retry', () => {
  it('is for an order with fewer trades than one may have', async () => {
    const { service, sandbox } = world;
    const number = await orderIn('CANCEL', 'CANCELLED');
    for (const newest of ['-r2', '-r3', '-r4'].map((n) => `${number}${n}`)) {
      expect((await service.read(number))['retryable']).toBe(true);
      expect((await retry(number)).status).toBe(201);
      await sandbox.force(newest, 'CANCEL');
      await until('cancelled', async () => (await service.read(number)).status === 'CANCELLED');
    }
    expect((await service.read(number))['retryable']).toBe(false);
    expectProblem(await retry(number), 409, 'order_not_retryable');
    expect(await sandbox.creates(number)).toHaveLength(4);
  });

  it.each([
    ['PAY_FAIL', 'PAYMENT_FAILED'],
    ['CANCEL', 'CANCELLED'],
  ])('of an order that is %s makes a new trade with a number of its own', async (rampStatus, status) => {
    const { service, sandbox, rows } = world;
    const number = await orderIn(rampStatus, status);
    const answer = await retry(number, { payWayCode: '10002' });
    expect(answer.status, answer.text).toBe(201);
    const order = orderOf(answer);
    expect(order).toMatchObject({ status: 'AWAITING_PAYMENT', payWayCode: '10002', retryable: false });
    expect(order.payUrl).toContain('http');
    expect(order.trades.map(({ merchantOrderNo, superseded }) => [merchantOrderNo, superseded])).toEqual([
      [number, true],
      [`${number}-r2`, false],
    ]);
    const creates = await sandbox.creates(number);
    expect(creates.map(({ body }) => [body?.['merchantOrderNo'], body?.['payWayCode']])).toEqual([
      [number, '10001'],
      [`${number}-r2`, '10002'],
    ]);
    // The older trade was polled before the new create.
    const asked = (await sandbox.ledger()).findLast(
      (e) => e.kind === 'call' && e.endpoint === 'query' && e.merchantOrderNo === number && e.seq < creates[1]!.seq,
    );
    expect(asked?.seq).toBeGreaterThan(creates[0]!.seq);
    expect((await rows.events(number)).filter(({ kind }) => kind === 'superseded')).toMatchObject([
      { cause: { kind: 'retry' } },
    ]);
    expect((await service.read(number)).payUrl).toBe(order.payUrl);
  });

  it('sent again is the same new trade', async () => {
    const number = await orderIn('CANCEL', 'CANCELLED');
    const first = await retry(number, { after: number });
    expect(first.status, first.text).toBe(201);
    const again = await retry(number, { after: number });
    expect(again.status, again.text).toBe(200);
    expect(orderOf(again).payUrl).toBe(orderOf(first).payUrl);
    expect(await world.sandbox.creates(number)).toHaveLength(2);
    // Without `after` it would be one more trade, which is refused.
    expectProblem(await retry(number), 409, 'order_not_retryable');
  });

  it('is refused when the older trade turns out to be paid, and its payment is seen', async () => {
    const { service, sandbox } = world;
    const number = await orderIn('CANCEL', 'CANCELLED');
    await sandbox.force(number, 'PAY_SUCCESS', {}, false);
    expectProblem(await retry(number), 409, 'order_not_retryable');
    expect((await service.read(number)).status).toBe('PAID');
    expect(await sandbox.creates(number)).toHaveLength(1);
  });

  it('is refused while the provider does not say how the older trade stands; later it works', async () => {
    const { sandbox } = world;
    const number = await orderIn('CANCEL', 'CANCELLED');
    await sandbox.fault({ endpoint: 'query', act: 'status', code: 500, merchantOrderNo: number, times: 0 });
    const refused = expectProblem(await retry(number), 503, 'ramp_unavailable');
    expect(refused['merchantOrderNo']).toBe(number);
    expect(await sandbox.creates(number)).toHaveLength(1);
    await sandbox.control('DELETE', '/faults');
    expect((await retry(number)).status).toBe(201);
  });

  it.each<[string, (number: string) => Promise<unknown>]>([
    ['a word that is not known', (number) => world.sandbox.force(number, 'RISK_CONTROL', {}, false)],
    ['no status', (number) => world.sandbox.force(number, 'PAY_FAIL', { status: '' }, false)],
    ["another order's record", (number) => world.sandbox.force(number, 'PAY_FAIL', { orderNo: 'another' }, false)],
    ['that it knows no such order', (number) => world.sandbox.vanish(number)],
  ])('is refused while the newest word about the older trade is %s', async (_, say) => {
    const { service, sandbox } = world;
    const number = await orderIn('PAY_FAIL', 'PAYMENT_FAILED');
    expect(await service.read(number)).toMatchObject({ retryable: true, payUrl: expect.any(String) as string });
    await say(number);
    await until('in review', async () => (await service.read(number)).inReview);
    expectProblem(await retry(number), 409, 'order_in_review');
    expect(await service.read(number)).toMatchObject({ retryable: false, payUrl: null });
    expect(await sandbox.creates(number)).toHaveLength(1);
    const { orderNo } = (await sandbox.orders(number))[0]!;
    await sandbox.unvanish(orderNo);
    await sandbox.force(orderNo, 'PAY_FAIL', { orderNo, status: 'PAY_FAIL' }, false);
    await until('understood again', async () => (await service.read(number))['retryable']);
  });

  it('is refused for as long as such a word stands, also when staff has resolved what came of it', async () => {
    const { service, sandbox, rows } = world;
    const number = await orderIn('CANCEL', 'CANCELLED');
    await sandbox.force(number, 'RISK_CONTROL', {}, false);
    await until('in review', async () => (await service.read(number)).inReview);
    const [open] = await rows.query<{ id: string }>('SELECT id FROM mismatches WHERE merchant_order_no = $1', [number]);
    expect((await service.post(`/v1/admin/mismatches/${open!.id}/resolve`, { note: 'their risk desk' })).status).toBe(
      200,
    );
    expect(await service.read(number)).toMatchObject({ status: 'CANCELLED', inReview: false, retryable: false });
    expectProblem(await retry(number), 409, 'order_in_review');
    await sandbox.force(number, 'CANCEL', {}, false);
    expect((await retry(number)).status).toBe(201);
    expect(await sandbox.creates(number)).toHaveLength(2);
  });

  it('is for whoever comes back when the payUrl is no longer shown, and asks first', async () => {
    const { sandbox } = world;
    const service = await world.replica({ PAY_URL_TTL_MS: '1000' });
    const { merchantOrderNo: number } = await service.order(checkoutBody());
    const over = await until('no payUrl', async () => {
      const seen = await service.read(number);
      return seen.payUrl === null && seen;
    });
    expect(over).toMatchObject({ status: 'AWAITING_PAYMENT', retryable: true });
    await sandbox.fault({ endpoint: 'query', act: 'status', code: 500, merchantOrderNo: number, times: 0 });
    expectProblem(await retry(number, {}, service), 503, 'ramp_unavailable');
    await sandbox.control('DELETE', '/faults');
    const answer = await retry(number, {}, service);
    expect(answer.status, answer.text).toBe(201);
    expect(orderOf(answer).payUrl).toBe((await sandbox.order(`${number}-r2`)).payUrl);
  });

  it('is for an order whose trade was refused and found waiting for a payment all the same', async () => {
    const { service, sandbox, rows } = world;
    const { body, number } = newCheckout();
    await sandbox.fault({
      endpoint: 'create',
      act: 'status-after',
      code: 400,
      body: { success: false, returnCode: '7777', returnMsg: 'no' },
      merchantOrderNo: number,
    });
    expect((await service.checkout(body)).body).toMatchObject({ code: 'ramp_refused' });
    await rows.query('UPDATE schedules SET next_query_at = checkout_now() WHERE trade_no = $1', [number]);
    await rows.untilStatus(number, 'AWAITING_PAYMENT');
    expect(await service.read(number)).toMatchObject({ payUrl: null, retryable: true });
    const answer = await retry(number);
    expect(answer.status, answer.text).toBe(201);
    expect(await sandbox.creates(number)).toHaveLength(2);
  });

  it('is not for orders that wait for payment, are paid, are unknown, or belong to a trade that is not theirs', async () => {
    const { service, sandbox } = world;
    const { merchantOrderNo: waiting } = await service.order(checkoutBody());
    expectProblem(await retry(waiting), 409, 'order_not_retryable');
    expectProblem(await retry(newNumber()), 404, 'not_found');
    expectProblem(await retry(waiting, { after: `${waiting}-r9` }), 400, 'invalid_request');
    expectProblem(await retry(waiting, { foo: 1 }), 400, 'invalid_request');
    const completed = await orderIn('FINISHED', 'COMPLETED');
    expectProblem(await retry(completed), 409, 'order_not_retryable');
    expect(await sandbox.creates(completed)).toHaveLength(1);
  });

  it('of a refused order asks for the same again under the next number', async () => {
    const { service, sandbox } = world;
    const { body, number } = newCheckout();
    await sandbox.refuse(number, '3106', 'risk');
    expectProblem(await service.checkout(body), 422, 'address_at_risk');
    const answer = await retry(number);
    expect(answer.status, answer.text).toBe(201);
    expect((await sandbox.creates(number)).map(({ merchantOrderNo }) => merchantOrderNo)).toEqual([
      number,
      `${number}-r2`,
    ]);
  });

  it('whose reply is lost goes on with a further trade, and a late success of the first shows as a double payment', async () => {
    const { service, sandbox, rows } = world;
    const number = await orderIn('PAY_FAIL', 'PAYMENT_FAILED');
    await sandbox.fault({ endpoint: 'create', act: 'reset-after', merchantOrderNo: `${number}-r2` });
    const answer = await retry(number);
    expect(answer.status, answer.text).toBe(201);
    expect(orderOf(answer).trades.map(({ merchantOrderNo }) => merchantOrderNo)).toEqual([
      number,
      `${number}-r2`,
      `${number}-r3`,
    ]);
    await sandbox.force(`${number}-r3`, 'FINISHED');
    await until('the new trade is completed', async () => (await service.read(number)).status === 'COMPLETED');
    await sandbox.force(number, 'PAY_SUCCESS');
    await until('the double payment', async () =>
      (await rows.mismatches(number)).some(({ kind }) => kind === 'double_payment'),
    );
    const order = await service.read(number);
    expect(order).toMatchObject({ status: 'COMPLETED', inReview: true });
  });

  it('of an order that was never sent makes the next trade; sent again, at once or later, it is the same one', async () => {
    const { sandbox } = world;
    const number = await neverSent();
    const answers = await Promise.all(Array.from({ length: 5 }, () => retry(number, { after: number })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 201]);
    expect(new Set(answers.map((answer) => orderOf(answer).payUrl)).size).toBe(1);
    expect((await retry(number, { after: number })).status).toBe(200);
    expect((await sandbox.creates(number)).map(({ merchantOrderNo }) => merchantOrderNo)).toEqual([`${number}-r2`]);
  });

  it('that was refused says so again; one that could not be sent is tried again', async () => {
    const { sandbox } = world;
    const refused = await orderIn('CANCEL', 'CANCELLED');
    await sandbox.refuse(`${refused}-r2`, '3106', 'risk');
    expectProblem(await retry(refused, { after: refused }), 422, 'address_at_risk');
    expectProblem(await retry(refused, { after: refused }), 422, 'address_at_risk');
    expect(await sandbox.creates(refused)).toHaveLength(2);
    expect((await retry(refused, { after: `${refused}-r2` })).status).toBe(201);
  });

  it.each([
    { act: 'status', code: 429 },
    { act: 'answer', returnCode: '429', returnMsg: 'Too many requests' },
  ])('that was too much for the provider (%j) is told, and is made later', async (fault) => {
    const { sandbox } = world;
    const limited = await orderIn('CANCEL', 'CANCELLED');
    await sandbox.fault({ endpoint: 'create', ...fault, merchantOrderNo: `${limited}-r2`, times: 0 });
    const told = await retry(limited, { after: limited });
    expectProblem(told, 503, 'ramp_unavailable');
    expect(Number(told.headers.get('retry-after'))).toBeGreaterThan(0);
    await sandbox.control('DELETE', '/faults');
    const again = await retry(limited, { after: limited });
    expect(again.status, again.text).toBe(201);
    expect(orderOf(again)).toMatchObject({ status: 'AWAITING_PAYMENT', inReview: false });
  });

  it('repeats of the checkout before it are answered with the new trade', async () => {
    const { service, sandbox } = world;
    const body = checkoutBody();
    const { merchantOrderNo: number } = await service.order(body);
    await sandbox.force(number, 'CANCEL');
    await until('CANCELLED', async () => (await service.read(number)).status === 'CANCELLED');
    const retried = orderOf(await retry(number, { payWayCode: '10002' }));
    const repeat = await service.checkout(body);
    expect(repeat.status, repeat.text).toBe(200);
    expect(orderOf(repeat).payUrl).toBe(retried.payUrl);
  });
});
