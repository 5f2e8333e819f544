import { describe, expect, it } from 'vitest';
import { checkoutBody, expectProblem, newNumber, orderOf, until } from '../support/service.js';
import type { Answer } from '../support/service.js';
import { useWorld } from '../support/service-world.js';

const world = useWorld({}, { document: true });

const retry = (number: string, body: object = {}): Promise<Answer> =>
  world.service.post(`/v1/orders/${number}/retry`, body);

/** An order whose only trade stands in this status at the provider, and here. */
async function orderIn(rampStatus: string, status: string): Promise<string> {
  const { merchantOrderNo } = await world.service.order(checkoutBody());
  await world.sandbox.force(merchantOrderNo, rampStatus);
  await until(status, async () => (await world.service.read(merchantOrderNo)).status === status);
  return merchantOrderNo;
}

describe('a retry', () => {
  it('of an order whose payment failed makes a new trade with a number of its own', async () => {
    const { service, sandbox, rows } = world;
    const number = await orderIn('PAY_FAIL', 'PAYMENT_FAILED');
    const answer = await retry(number, { payWayCode: '10002' });
    expect(answer.status, answer.text).toBe(201);
    const order = orderOf(answer);
    expect(order).toMatchObject({ status: 'AWAITING_PAYMENT', payWayCode: '10002', retryable: false });
    expect(order.payUrl).toContain('http');
    expect(order.trades.map(({ tradeNo, current }) => [tradeNo, current])).toEqual([
      [number, false],
      [`${number}-r2`, true],
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

  it('makes no trade if an older page was paid a moment ago', async () => {
    const { sandbox, rows } = world;
    const number = await orderIn('PAY_FAIL', 'PAYMENT_FAILED');
    expect((await retry(number)).status).toBe(201);
    await sandbox.force(`${number}-r2`, 'PAY_FAIL');
    await rows.untilStatus(number, 'PAYMENT_FAILED');
    // No callback tells of it, and the next poll of an older trade is far away.
    await sandbox.force(number, 'PAY_SUCCESS', {}, false);
    expectProblem(await retry(number), 409, 'order_not_retryable');
    expect(await sandbox.creates(number)).toHaveLength(2);
    expect((await rows.order(number))!.status).toBe('PAID');
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

  it('whose price has moved says so for a moment, and is made at the new price with the same `after`', async () => {
    const { sandbox, rows } = world;
    const number = await orderIn('CANCEL', 'CANCELLED');
    const old = { after: number, quote: { cryptoQuantity: '1000' } };
    const moved = await retry(number, old);
    expectProblem(moved, 422, 'quote_moved');
    expectProblem(await retry(number, old), 422, 'quote_moved');
    expectProblem(await retry(number, { quote: old.quote }), 422, 'quote_moved');
    expect(await rows.trades(number)).toHaveLength(2);
    const { cryptoQuantity } = moved.body['quote'] as { cryptoQuantity: string };
    const made = await retry(number, { after: number, quote: { cryptoQuantity } });
    expect(made.status, made.text).toBe(201);
    expect(await sandbox.creates(number)).toHaveLength(2);
  });

  it('that was refused says so again; the next one is tried', async () => {
    const { sandbox } = world;
    const refused = await orderIn('CANCEL', 'CANCELLED');
    await sandbox.refuse(`${refused}-r2`, '3106', 'risk');
    expectProblem(await retry(refused, { after: refused }), 422, 'address_at_risk');
    expectProblem(await retry(refused, { after: refused }), 422, 'address_at_risk');
    expect(await sandbox.creates(refused)).toHaveLength(2);
    expect((await retry(refused, { after: `${refused}-r2` })).status).toBe(201);
  });
});
