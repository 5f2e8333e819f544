import { setTimeout as sleep } from 'node:timers/promises';
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { checkoutBody, expectProblem, newCheckout, orderOf } from '../support/service.js';
import type { Answer, Service } from '../support/service.js';
import { useWorld } from '../support/service-world.js';

const PACE_MS = 1000;
const ENV = { RECONCILE_FIRST_DELAY_MS: String(PACE_MS), RECONCILE_INTERVAL_MS: '100' };

const world = useWorld(ENV);
let replicas: readonly [Service, Service];
beforeAll(async () => {
  replicas = [world.service, await world.replica(ENV, { lasts: true })];
});

/** The same request, so often, at once, on both replicas in turn. */
function atOnce(times: number, body: object, headers: Readonly<Record<string, string>> = {}): Promise<Answer[]> {
  return Promise.all(
    Array.from({ length: times }, (_, index) => replicas[index % 2 === 0 ? 0 : 1].insist(body, headers)),
  );
}

describe('a hundred times the same checkout at once, over two replicas', () => {
  it.each<[string, () => [Record<string, unknown>, Record<string, string>]]>([
    ['with a number', () => [checkoutBody(), {}]],
    [
      'with an Idempotency-Key',
      () => [checkoutBody({ merchantOrderNo: undefined }), { 'idempotency-key': randomUUID() }],
    ],
  ])('%s, is one create and a hundred equal answers', async (_, request) => {
    const [body, headers] = request();
    const answers = await atOnce(100, body, headers);
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(99);
    for (const field of ['merchantOrderNo', 'payUrl', 'clientSecret', 'orderNo', 'createdAt', 'amount']) {
      expect(new Set(answers.map((answer) => answer.body[field])).size, field).toBe(1);
    }
    const { merchantOrderNo, payUrl } = orderOf(answers[0]!);
    expect(payUrl).toContain('http');
    expect(await world.sandbox.creates(merchantOrderNo)).toHaveLength(1);
    expect(await world.sandbox.orders(merchantOrderNo)).toHaveLength(1);
    expect(await world.rows.trades(merchantOrderNo)).toHaveLength(1);
  });

  it('with two contents in turn: one of them is made, the other is told that the number is taken', async () => {
    const body = checkoutBody();
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        replicas[index % 2 === 0 ? 0 : 1].insist({ ...body, amount: index % 4 < 2 ? '100.00' : '50.00' }),
      ),
    );
    const made = answers.filter(({ status }) => status !== 409);
    expect(made).toHaveLength(20);
    expect(new Set(made.map((answer) => answer.body['amount'])).size).toBe(1);
    for (const answer of answers.filter(({ status }) => status === 409)) {
      expectProblem(answer, 409, 'merchant_order_no_conflict');
    }
    expect(await world.sandbox.creates(String(body['merchantOrderNo']))).toHaveLength(1);
  });

  it('all refused is one create, and each is told; with another content it is one new trade', async () => {
    const { body, number } = newCheckout();
    await world.sandbox.fault({
      endpoint: 'create',
      act: 'answer',
      returnCode: '3106',
      returnMsg: 'risk',
      merchantOrderNo: number,
      ms: 1500,
    });
    const refused = await atOnce(20, body);
    for (const answer of refused) expectProblem(answer, 422, 'address_at_risk');
    expect(await world.sandbox.creates(number)).toHaveLength(1);
    const others = await atOnce(20, { ...body, amount: '60.00' });
    expect(others.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(new Set(others.map((answer) => orderOf(answer).payUrl)).size).toBe(1);
    expect((await world.sandbox.creates(number)).map(({ merchantOrderNo }) => merchantOrderNo)).toEqual([
      number,
      `${number}-r2`,
    ]);
  });
});

describe('the schedule of two replicas', () => {
  it('asks about each trade once per due time', async () => {
    const numbers = await Promise.all(
      Array.from({ length: 20 }, async () => (await world.service.order(checkoutBody())).merchantOrderNo),
    );
    const mark = await world.sandbox.mark();
    const seconds = 4;
    await sleep(seconds * PACE_MS);
    const calls = await world.sandbox.calls('query', mark);
    for (const number of numbers) {
      const asked = calls.filter((call) => call.merchantOrderNo === number).map(({ at }) => Date.parse(at));
      expect(asked.length, number).toBeGreaterThanOrEqual(1);
      // Pauses begin with the pace less 5 % and grow, so no poll comes earlier.
      const pauses = asked.slice(1).map((moment, index) => moment - asked[index]!);
      for (const pause of pauses) expect(pause).toBeGreaterThan(0.8 * PACE_MS);
    }
  });

  it('works with any mix of roles', async () => {
    const [api, worker] = [
      await world.replica({ ...ENV, ROLES: 'api' }),
      await world.replica({ ...ENV, ROLES: 'worker' }),
    ];
    for (const service of replicas) await service.stop();
    const { merchantOrderNo, payUrl } = await api.order(checkoutBody());
    expect(payUrl).toContain('http');
    await world.sandbox.control('POST', `/orders/${merchantOrderNo}/pay`);
    await world.rows.untilStatus(merchantOrderNo, 'COMPLETED');
    expect((await worker.get('/v1/orders/x')).status).toBe(404);
    expect((await worker.get('/health/ready')).status).toBe(200);
  });
});
