import { describe, expect, it } from 'vitest';
import { EventStream } from '../support/event-stream.js';
import { commitsToLose } from '../support/lost-commits.js';
import type { Service } from '../support/service.js';
import { checkoutBody, expectProblem, until } from '../support/service.js';
import { useWorld } from '../support/service-world.js';

const world = useWorld();
/** A replica that makes no change by itself. */
const replica = (env: Readonly<Record<string, string>> = {}, options = {}): Promise<Service> =>
  world.replica({ ROLES: 'api', ...env }, options);

const follow = ({ url }: Service, number: string, seen?: number): Promise<EventStream> =>
  EventStream.open(url, number, seen === undefined ? {} : { 'last-event-id': String(seen) });

async function newOrder(): Promise<string> {
  return (await world.service.order(checkoutBody())).merchantOrderNo;
}

const pay = (number: string): Promise<unknown> => world.sandbox.force(number, 'PAY_SUCCESS', {}, false);
const finish = (number: string): Promise<unknown> => world.sandbox.force(number, 'FINISHED', {}, false);

const isPaid = ({ order }: { order: { status: string } }): boolean => order.status === 'PAID';

async function metric(service: Service, line: string): Promise<number | null> {
  const text = await service.metrics();
  const found = text.split('\n').find((one) => one.startsWith(`${line} `));
  return found === undefined ? null : Number(found.slice(line.length));
}

describe('a process that is killed under its streams', () => {
  it('loses nobody anything: with Last-Event-ID the other one goes on where it ended', async () => {
    const [one, two] = [await replica({}, { process: true }), await replica()];
    const number = await newOrder();
    const stream = await follow(one, number);
    const { id } = await stream.event('the order now', () => true);
    await one.program.kill();
    expect(await stream.ended()).toBe('broken');
    await pay(number);
    await world.rows.untilStatus(number, 'PAID');
    const next = await follow(two, number, stream.newest?.id ?? id);
    await next.event('paid', isPaid);
    expect(next.versions[0]).toBeGreaterThan(stream.newest!.id);
    await finish(number);
    expect(await next.ended()).toBe('end');
    expect(next.newest).toMatchObject({ order: { status: 'COMPLETED', final: true } });
  });
});

describe('SIGTERM', () => {
  it('ends open streams in good order, and the process at once', async () => {
    const service = await replica({}, { process: true });
    const number = await newOrder();
    const open = [await follow(service, number), await follow(service, number)];
    for (const stream of open) await stream.event('the order now', () => true);
    const began = performance.now();
    expect(await service.program.stop()).toBe(0);
    expect(performance.now() - began).toBeLessThan(10_000);
    for (const stream of open) expect(await stream.ended()).toBe('end');
    expect(service.program.output()).not.toContain('"level":"error"');
  });
});

describe('how many streams there may be', () => {
  it('in a process: one more is 503 with Retry-After, until one leaves', async () => {
    const service = await replica({ STREAMS_MAX: '2' });
    const number = await newOrder();
    const open = [await follow(service, number), await follow(service, number)];
    const full = await service.get(`/v1/orders/${number}/events`);
    expectProblem(full, 503, 'unavailable');
    expect(Number(full.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await metric(service, 'ramp_checkout_streams_open')).toBe(2);
    open[0]!.leave();
    await until('there is room', async () => (await metric(service, 'ramp_checkout_streams_open')) === 1);
    const third = await follow(service, number);
    await third.event('the order now', () => true);
  });

  it('of one order: the 21st is 429, and another order\u2019s first is not', async () => {
    const service = await replica();
    const [number, another] = [await newOrder(), await newOrder()];
    for (let n = 0; n < 20; n++) await follow(service, number);
    const answer = await service.get(`/v1/orders/${number}/events`);
    expectProblem(answer, 429, 'rate_limited');
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await follow(service, another)).status).toBe(200);
    // Refused streams do not count.
    expect(await metric(service, 'ramp_checkout_streams_open')).toBe(21);
  });
});

describe('a database that lost commits under open streams', () => {
  it('ends them, and whoever comes back gets the order as it is now, even at the same version', async () => {
    const { service, databaseUrl } = await world.another({ ROLES: 'api,worker' });
    const { merchantOrderNo: number } = await service.order(checkoutBody());
    const lose = await commitsToLose(databaseUrl);
    const stream = await follow(service, number);
    await world.sandbox.force(number, 'PAY_FAIL', {}, false);
    await stream.event('failed', ({ order }) => order.status === 'PAYMENT_FAILED');
    await lose();
    expect(await stream.ended()).toBe('end');
    expect(await metric(service, 'ramp_checkout_streams_ended_total{reason="epoch"}')).toBe(1);
    await finish(number);
    const { version } = await until('it is completed', async () => {
      const order = await service.read(number);
      return order.status === 'COMPLETED' && order;
    });
    const next = await follow(service, number, version);
    const { order } = await next.event('completed', () => true);
    expect(order).toMatchObject({ status: 'COMPLETED', settled: true });
    expect(await next.ended()).toBe('end');
  });

  it('answers a repeat of an order that is followed at a lost version', async () => {
    const { service, databaseUrl } = await world.another({ ROLES: 'api', CHECKOUT_DEADLINE_MS: '500' });
    const body = checkoutBody();
    const number = String(body['merchantOrderNo']);
    await world.sandbox.fault({ endpoint: 'create', merchantOrderNo: number, act: 'hang-after' });
    expect((await service.checkout(body)).status).toBe(202);
    const lose = await commitsToLose(databaseUrl);
    const stream = await follow(service, number);
    const { id } = await stream.event('the order now', () => true);
    await stream.event('a further version', (event) => event.id > id);
    await lose();
    expect((await service.checkout(body)).status).toBe(202);
    expect(await stream.ended()).toBe('end');
  });
});
