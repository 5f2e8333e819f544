import { beforeAll, describe, expect, it } from 'vitest';
import { EventStream } from '../support/event-stream.js';
import type { Service } from '../support/service.js';
import { checkoutBody, expectProblem, until } from '../support/service.js';
import { useWorld } from '../support/service-world.js';

/** Only poll requests cause polls, as the streams show. */
const WORKER = { ROLES: 'api,worker' };
/** Makes no change by itself. */
const API = { ROLES: 'api' };

const world = useWorld(WORKER);
/** On the same database. */
let other: Service;

const follow = ({ url }: Service, number: string, headers: Readonly<Record<string, string>> = {}, query = '') =>
  EventStream.open(url, number, headers, 'GET', query);

beforeAll(async () => {
  other = await world.replica(API, { lasts: true });
});

describe('GET /v1/orders/:merchantOrderNo/events', () => {
  it('gives the order at once, as reading it does, and each change that another replica makes, until it is settled', async () => {
    const { merchantOrderNo: number } = await world.service.order(checkoutBody());
    const stream = await follow(other, number);
    expect([stream.status, stream.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
    expect(stream.headers.get('cache-control')).toBe('no-store, no-transform');
    expect(stream.headers.get('x-accel-buffering')).toBe('no');
    const first = await stream.event('the order now', () => true);
    await until('what is read came as an event', async () => {
      const read = await other.read(number);
      const event = stream.events.find(({ id }) => id === read.version);
      if (event !== undefined) expect(event.order).toEqual(read);
      return event;
    });
    expect(first.order).toMatchObject({ merchantOrderNo: number, version: first.id, settled: false, final: false });
    expect(stream.text.startsWith('retry: 2000\n\n')).toBe(true);

    await world.sandbox.force(number, 'PAY_SUCCESS', {}, false);
    await stream.event('paid', ({ order }) => order.status === 'PAID');
    await world.sandbox.force(number, 'FINISHED', {}, false);
    await stream.event('completed', ({ order }) => order.status === 'COMPLETED');
    expect(await stream.ended()).toBe('end');
    expect(stream.newest).toMatchObject({ order: { status: 'COMPLETED', settled: true, final: true } });
    expect(stream.versions).toEqual([...new Set(stream.versions)].sort((a, b) => a - b));
  });

  it('of an order that is settled: the order, and the end; 204 to whoever has it', async () => {
    const { merchantOrderNo: number } = await world.service.order(checkoutBody());
    await world.sandbox.force(number, 'FINISHED', {}, false);
    await world.rows.untilStatus(number, 'COMPLETED');
    const quiet = await until('its last fields are asked for', async () => {
      const { trades, order } = await world.rows.whole(number);
      return trades[0]?.next_query_at === null && order;
    });
    const stream = await follow(other, number);
    expect(await stream.ended()).toBe('end');
    expect(stream.versions).toEqual([quiet.version]);

    const again = await follow(other, number, { 'last-event-id': String(quiet.version) });
    expect([again.status, await again.ended(), again.text]).toEqual([204, 'end', '']);
    const behind = await follow(other, number, { 'last-event-id': String(quiet.version - 1) });
    expect([await behind.ended(), behind.versions]).toEqual(['end', [quiet.version]]);
  });

  it('ends at a cancellation, which is not final: who asked for that sees the late payment, and so does who comes later', async () => {
    const { merchantOrderNo: number } = await world.service.order(checkoutBody());
    const [settled, final] = [await follow(other, number), await follow(other, number, {}, '?until=final')];
    await world.sandbox.force(number, 'CANCEL', {}, false);
    const { id } = await final.event('cancelled', ({ order }) => order.status === 'CANCELLED');
    expect(await settled.ended()).toBe('end');
    expect(settled.newest?.order).toMatchObject({ status: 'CANCELLED', settled: true, final: false });

    await world.sandbox.force(number, 'PAY_SUCCESS', {}, false);
    const paid = await final.event('paid', ({ order }) => order.status === 'PAID');
    expect([final.over, paid.order]).toEqual([null, expect.objectContaining({ settled: false, final: false })]);
    const later = await follow(other, number, { 'last-event-id': String(id) });
    await later.event('paid', ({ order }) => order.status === 'PAID');

    await world.sandbox.force(number, 'FINISHED', {}, false);
    expect([await final.ended(), await later.ended()]).toEqual(['end', 'end']);
    expect(final.newest?.order).toMatchObject({ status: 'COMPLETED', settled: true, final: true });
    expectProblem(await other.get(`/v1/orders/${number}/events?until=ever`), 400, 'invalid_request');
  });

  it('to whoever has the newest version already sends the next one only', async () => {
    const { merchantOrderNo: number } = await world.service.order(checkoutBody());
    const seen = (await world.rows.order(number))!.version;
    const stream = await follow(other, number, { 'last-event-id': String(seen) });
    await until('the stream is open', () => Promise.resolve(stream.text !== ''));
    await world.sandbox.force(number, 'PAY_SUCCESS', {}, false);
    await stream.event('paid', ({ order }) => order.status === 'PAID');
    expect(stream.versions[0]).toBeGreaterThan(seen);
  });

  it('opening it is a hint', async () => {
    const { merchantOrderNo: number } = await world.service.order(checkoutBody());
    await world.rows.holdPolls(number);
    await world.rows.query(`UPDATE schedules SET watch_class = 'old' WHERE trade_no = $1`, [number]);
    await world.sandbox.force(number, 'PAY_SUCCESS', {}, false);
    const stream = await follow(other, number);
    await stream.event('paid', ({ order }) => order.status === 'PAID');
  });

  it('a question about its head is answered, and ends', async () => {
    const { merchantOrderNo: number } = await world.service.order(checkoutBody());
    const head = await EventStream.open(other.url, number, {}, 'HEAD');
    expect([head.status, head.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
    expect(await head.ended()).toBe('end');
  });
});
