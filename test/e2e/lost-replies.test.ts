import { beforeAll, describe, expect, it } from 'vitest';
import type { FaultOrder, Sandbox } from '../support/sandbox-client.js';
import { checkoutBody, expectProblem, newCheckout, orderOf, until } from '../support/service.js';
import type { Answer, Service } from '../support/service.js';
import { useWorld } from '../support/service-world.js';
import type { World } from '../support/service-world.js';
import { sealAgain, SERVICE_RING } from '../support/sealed-orders.js';

const SETTINGS = { RAMP_TIMEOUT_MS: '1500', CHECKOUT_DEADLINE_MS: '60000' };

type Fault = Omit<FaultOrder, 'endpoint' | 'merchantOrderNo'>;
/** The reply is lost after the provider acted; or the request is lost. */
const ACTED: Fault = { act: 'reset-after' };
const LOST: Fault = { act: 'reset-before' };
const NO_PAGE: Fault = { act: 'mutate', data: { payUrl: '' } };
const GARBAGE: Fault = { act: 'garbage' };
const TIMES_OUT: Fault = { act: 'hang-after' };
const NEVER_ARRIVES: Fault = { act: 'hang' };
const REFUSED: Fault = { act: 'answer', returnCode: '3106', returnMsg: 'address at risk' };

const ROWS: [name: string, faults: readonly Fault[]][] = [
  ['three timeouts, the third before the provider', [TIMES_OUT, TIMES_OUT, NEVER_ARRIVES]],
  ['a request lost first', [LOST, ACTED, ACTED]],
  ['a request lost second', [ACTED, LOST, ACTED]],
  ['a request lost third', [ACTED, ACTED, LOST]],
  ['three requests lost', [LOST, LOST, LOST]],
  ['an unreadable answer between two lost requests', [LOST, GARBAGE, LOST]],
  ['a trade without a page between two lost requests', [LOST, NO_PAGE, LOST]],
  ['a lost request after a trade without a page', [NO_PAGE, LOST]],
  ['a refusal after lost requests', [LOST, LOST, REFUSED]],
];

const tradeNoOf = (number: string, n: number): string => (n === 1 ? number : `${number}-r${n}`);

async function lose(sandbox: Sandbox, number: string, faults: readonly Fault[]): Promise<void> {
  const orders = faults.map((fault, at) => ({ ...fault, merchantOrderNo: tradeNoOf(number, at + 1) }));
  await sandbox.fault(...orders.map((order) => ({ endpoint: 'create' as const, ...order })));
}

function repeatUntilCreated(service: Service, body: Record<string, unknown>): Promise<Answer> {
  return until('a page', async () => {
    const answer = await service.checkout(body);
    return answer.status === 201 && answer;
  });
}

describe.each([
  ['without RAMP_NOT_FOUND', '', 'refusal'],
  ['with RAMP_NOT_FOUND', 'null', 'null-data'],
])('%s', (_, notFound, unknownOrder) => {
  const world = useWorld({ ...SETTINGS, RAMP_NOT_FOUND: notFound });
  beforeAll(() => world.sandbox.control('POST', '/behaviour', { unknownOrder }));

  it.each(ROWS)('checkout: a repeat creates the next trade when no page was handed out: %s', async (_name, faults) => {
    const { service, sandbox } = world;
    const { body, number } = newCheckout();
    await lose(sandbox, number, faults);
    const first = await service.checkout(body);
    expect(first.status, first.text).not.toBe(201);
    const made = await repeatUntilCreated(service, body);
    const tradeNo = tradeNoOf(number, faults.length + 1);
    expect(made.body['payUrl']).toBe((await sandbox.order(tradeNo)).payUrl);
    expect(orderOf(made).trades.at(-1)!.merchantOrderNo).toBe(tradeNo);
    const sent = (await sandbox.creates(number)).map(({ merchantOrderNo }) => merchantOrderNo);
    expect(sent).toEqual(Array.from({ length: faults.length + 1 }, (_none, at) => tradeNoOf(number, at + 1)));
  });
});

/** `to`: SQL. The order is sealed again, since no service wrote this. */
async function movePause({ rows }: World, number: string, to: string): Promise<void> {
  await rows.query(`UPDATE trades SET given_up_at = ${to} WHERE merchant_order_no = $1 AND given_up_at IS NOT NULL`, [
    number,
  ]);
  await sealAgain(rows, { numbers: [number], ring: SERVICE_RING });
}

describe('after a request was given up', () => {
  const world = useWorld(SETTINGS);

  it('checkout: repeats create nothing before Retry-After is over, and one trade together afterwards', async () => {
    const { service, sandbox } = world;
    const { body, number } = newCheckout();
    await lose(sandbox, number, [LOST, ACTED, LOST]);
    const first = await service.checkout(body);
    expectProblem(first, 503, 'ramp_unavailable');
    expect(first.headers.get('retry-after')).toBe('2');
    // The pause begins now, however slow the machine is.
    await movePause(world, number, 'checkout_now()');
    const early = await Promise.all([1, 2, 3].map(() => service.checkout(body)));
    expect(early.map(({ status }) => status)).toEqual([503, 503, 503]);
    expectProblem(await service.post(`/v1/orders/${number}/retry`, {}), 503, 'ramp_unavailable');
    expect(await sandbox.creates(number)).toHaveLength(3);

    await movePause(world, number, `given_up_at - interval '2 s'`);
    const repeats = await Promise.all([1, 2, 3].map(() => service.checkout(body)));
    expect(repeats.map(({ status }) => status).sort()).toEqual([200, 200, 201]);
    const { payUrl } = await sandbox.order(`${number}-r4`);
    expect(repeats.map((repeat) => repeat.body['payUrl'])).toEqual([payUrl, payUrl, payUrl]);
    expect(await sandbox.creates(number)).toHaveLength(4);
  });

  it('checkout: the pause doubles with each request that is given up in a row', async () => {
    const { service, sandbox } = world;
    const { body, number } = newCheckout();
    await lose(
      sandbox,
      number,
      Array.from({ length: 6 }, () => LOST),
    );
    await service.checkout(body);
    await movePause(world, number, `given_up_at - interval '2 s'`);
    const second = await service.checkout(body);
    expectProblem(second, 503, 'ramp_unavailable');
    expect(second.headers.get('retry-after')).toBe('4');
    expect(await sandbox.creates(number)).toHaveLength(6);
  });

  it('retry: only trades whose page was handed out need an answer first', async () => {
    const { service, sandbox, rows } = world;
    const { merchantOrderNo: number } = await service.order(checkoutBody());
    await sandbox.force(number, 'CANCEL', {}, false);
    await service.read(number);
    await rows.untilStatus(number, 'CANCELLED');
    const tradeNos = [2, 3, 4].map((n) => tradeNoOf(number, n));
    await sandbox.fault(
      ...tradeNos.map((tradeNo) => ({ endpoint: 'create' as const, merchantOrderNo: tradeNo, ...LOST })),
    );
    const retry = (): Promise<Answer> => service.post(`/v1/orders/${number}/retry`, {});
    expectProblem(await retry(), 503, 'ramp_unavailable');
    await movePause(world, number, `given_up_at - interval '2 s'`);
    await sandbox.fault({ endpoint: 'query', act: 'status', code: 500, merchantOrderNo: number, times: 0 });
    expectProblem(await retry(), 503, 'ramp_unavailable');
    expect(await sandbox.creates(number)).toHaveLength(4);

    await sandbox.control('DELETE', '/faults');
    const answer = await retry();
    expect(answer.status, answer.text).toBe(201);
    expect(answer.body['payUrl']).toBe((await sandbox.order(`${number}-r5`)).payUrl);
  });
});
