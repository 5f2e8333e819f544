import { describe, expect, it } from 'vitest';
import { expectProblem, newCheckout, until } from '../support/service.js';
import { useWorld } from '../support/service-world.js';

// Long deadline: on a busy machine no response may be the deadline's.
const world = useWorld({ RAMP_TIMEOUT_MS: '1500', CHECKOUT_DEADLINE_MS: '60000' }, { own: 'process' });

describe('a create with an unclear outcome', () => {
  // What counts as unclear is in `test/unit/ramp/gateway-create.test.ts`.
  it('a second trade is created, and the first stays watched', async () => {
    const { service, sandbox, rows } = world;
    const { body, number } = newCheckout();
    await sandbox.fault({ endpoint: 'create', merchantOrderNo: number, act: 'reset-after' });
    const order = await service.order(body);

    const next = await sandbox.order(`${number}-r2`);
    expect(order.payUrl).toBe(next.payUrl);
    expect(order).toMatchObject({ status: 'AWAITING_PAYMENT', failure: null, orderNo: next.orderNo });
    const creates = await sandbox.creates(number);
    expect(creates.map((create) => create.merchantOrderNo)).toEqual([number, `${number}-r2`]);
    const trades = await rows.trades(number);
    expect(trades[0]).toMatchObject({ superseded: true, pay_url: null, sends: 1 });
    expect(trades[0]!.next_query_at).not.toBeNull();
    expect(trades[1]).toMatchObject({ outcome: 'created', superseded: false, pay_url: next.payUrl });
    // Each trade was committed before it was sent, with the stamp that the provider saw.
    expect(creates.map((create) => create.headers['timestamp'])).toEqual(trades.map(({ stamp }) => stamp));

    const lost = await sandbox.order(number);
    await until('the lost trade is found again, without a payUrl', async () => {
      const [trade] = await rows.trades(number);
      return trade!.order_no === lost.orderNo && trade!.pay_url === null;
    });
    expect(await service.read(number)).toMatchObject({ status: 'AWAITING_PAYMENT', payUrl: next.payUrl });
  });

  it('a create that returns no page: one further trade, then a problem, an alarm and a log line', async () => {
    const { service, sandbox, rows } = world;
    const { body, number } = newCheckout();
    const tradeNos = [number, `${number}-r2`];
    const mutate = { endpoint: 'create', act: 'mutate', data: { payUrl: null } } as const;
    await sandbox.fault(...tradeNos.map((merchantOrderNo) => ({ ...mutate, merchantOrderNo })));
    expect(expectProblem(await service.checkout(body), 502, 'ramp_protocol')['merchantOrderNo']).toBe(number);
    expect((await sandbox.creates(number)).map(({ merchantOrderNo }) => merchantOrderNo)).toEqual(tradeNos);
    const trade = { outcome: 'created', status: 'AWAITING_PAYMENT', superseded: true, pay_url: null };
    expect(await rows.trades(number)).toMatchObject([trade, trade]);
    const expired = { status: 'EXPIRED', failure: { code: 'not_created' }, payUrl: null };
    expect(await service.read(number)).toMatchObject(expired);
    expect(await service.metrics()).toMatch(/trades_without_page_total 2\n/);
    const line = '"event":"trade_without_page"';
    await service.program.says(new RegExp(`${line}[^\\n]*${number}-r2|${number}-r2[^\\n]*${line}`));
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
