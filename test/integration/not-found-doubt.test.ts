import { Logger } from '@nestjs/common';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { NotFoundDoubt } from '#src/orders/ask/not-found-doubt.service.js';
import { Metrics } from '#src/platform/telemetry/metrics.js';
import type { RampGateway } from '#src/ramp/port/ramp.gateway.js';
import type { TradeQuery } from '#src/ramp/port/ramp.types.js';
import { answered, NOT_SENT } from '../unit/catalog/scripted-ramp.js';
import { freshDatabase } from '../support/database.js';
import type { TestDatabase } from '../support/database.js';
import { OrderActs } from '../support/order-acts.js';
import { MINUTE, SECOND } from '../support/moments.js';
import { buySeen } from '../support/order-builders.js';
import { FORGET_ORDERS, openOrderWriter } from '../support/order-writer.js';
import type { OrderWriter } from '../support/order-writer.js';
import type { Time } from '#src/platform/time/time.js';

let database: TestDatabase;
let opened: OrderWriter;
let driven: OrderActs;
let nowMs: number;
beforeAll(async () => {
  Logger.overrideLogger(false);
  database = await freshDatabase();
  opened = openOrderWriter(database.url);
  driven = new OrderActs(opened);
});
beforeEach(async () => {
  nowMs = 0;
  await opened.database.query(FORGET_ORDERS);
});
afterAll(async () => {
  await opened.close();
  await database.drop();
});

type Said = 'found' | 'not found' | 'nothing';

/** A provider with these answers by number, and *not found* for all others. */
function doubtOf(says: Readonly<Record<string, Said>>) {
  const asked: string[] = [];
  const queryTrade = ({ tradeNo }: TradeQuery) => {
    asked.push(String(tradeNo));
    const said = says[String(tradeNo)] ?? 'not found';
    return Promise.resolve(said === 'nothing' ? NOT_SENT : answered(said === 'found' ? buySeen() : null));
  };
  const time = { monotonic: () => nowMs } as Time;
  const metrics = new Metrics();
  const ramp = { queryTrade } as unknown as RampGateway;
  const doubt = new NotFoundDoubt(opened.orders, ramp, time, metrics);
  const isDoubted = (number = 'LOST'): Promise<boolean> => doubt.isDoubted({ side: 'BUY', merchantOrderNo: number });
  const shown = async (): Promise<unknown> =>
    (await metrics.registry.getSingleMetric('ramp_checkout_not_found_doubted')!.get()).values[0]!.value;
  return { asked, isDoubted, shown };
}

/** A trade that the provider answered for recently. */
async function known(number: string): Promise<void> {
  await driven.created(number);
  await driven.seen(number);
}

const vanished = async (number: string): Promise<void> => {
  await known(number);
  await driven.notFound(number);
};

it.each<[string, Readonly<Record<string, Said>>, boolean, string[]]>([
  ['the newest is found: it counts', { NEW: 'found' }, false, ['NEW']],
  ['one was deleted, and another is found: it counts', { OLD: 'found' }, false, ['NEW', 'OLD']],
  ['none is found: it is doubted', {}, true, ['NEW', 'OLD']],
  ['one is not found, and the other is not answered: it is doubted', { OLD: 'nothing' }, true, ['NEW', 'OLD']],
  ['one is not answered, and the other is found: it counts', { NEW: 'nothing', OLD: 'found' }, false, ['NEW', 'OLD']],
  ['none is answered: it counts', { NEW: 'nothing', OLD: 'nothing' }, false, ['NEW', 'OLD']],
])('not found, with two recently answered trades: %s', async (_, says, doubted, asked) => {
  await known('OLD');
  await known('NEW');
  const provider = doubtOf(says);
  expect(await provider.isDoubted()).toBe(doubted);
  expect(provider.asked).toEqual(asked);
});

it('not found is doubted while two vanished orders are not found either, and counts once one is found', async () => {
  await vanished('ONE');
  await vanished('TWO');
  const says: Record<string, Said> = {};
  const provider = doubtOf(says);
  expect(await provider.isDoubted()).toBe(true);
  expect(provider.asked).toEqual(['TWO', 'ONE']);
  says['ONE'] = 'found';
  nowMs = 6 * SECOND;
  expect(await provider.isDoubted()).toBe(false);
});

it('not found: a vanished order does not outweigh one that is found', async () => {
  await known('NEW');
  await vanished('GONE');
  const provider = doubtOf({ NEW: 'found' });
  expect(await provider.isDoubted()).toBe(false);
  expect(provider.asked).toEqual(['NEW']);
});

it('not found counts after a single order has vanished', async () => {
  await vanished('GONE');
  expect(await doubtOf({}).isDoubted()).toBe(false);
});

it('not found counts once staff has resolved the vanished orders', async () => {
  await vanished('ONE');
  await vanished('TWO');
  await opened.database.query(`UPDATE mismatches SET resolved_at = checkout_now(), resolved_by = 'staff:jane'`);
  expect(await doubtOf({}).isDoubted()).toBe(false);
});

it.each<[string, () => Promise<unknown>]>([
  ['an order of the question itself', () => known('LOST')],
  ['an order that was not answered lately', () => minutesAgo(known('OTHER'), 11)],
  ['an answer from a clock that was ahead', () => minutesAgo(known('OTHER'), -5)],
  ['an order that was cancelled', () => cancelled('OTHER')],
  ['an order that was never asked about', () => driven.created('OTHER')],
  ['an order whose create had no answer', () => driven.unknown('OTHER')],
  ['a sale', () => driven.registered('OTHER').then(() => driven.sold('OTHER'))],
])('not found is not controlled by %s: without evidence it counts', async (_, arrange) => {
  await arrange();
  const provider = doubtOf({});
  expect(await provider.isDoubted()).toBe(false);
  expect(provider.asked).toEqual([]);
});

it('not found: one control query serves some seconds, then a new verdict is made', async () => {
  await known('NEW');
  const says: Record<string, Said> = {};
  const provider = doubtOf(says);
  const verdicts = await Promise.all(Array.from({ length: 50 }, (_none, n) => provider.isDoubted(`LOST-${n}`)));
  expect(new Set(verdicts)).toEqual(new Set([true]));
  expect(provider.asked).toEqual(['NEW']);
  expect(await provider.shown()).toBe(1);

  says['NEW'] = 'found';
  nowMs = 4 * SECOND;
  expect(await provider.isDoubted()).toBe(true);
  nowMs = 6 * SECOND;
  expect(await provider.isDoubted()).toBe(false);
  expect(provider.asked).toEqual(['NEW', 'NEW']);
  expect(await provider.shown()).toBe(0);
});

it('not found: the metric ends when polls stop', async () => {
  await known('NEW');
  const provider = doubtOf({});
  expect(await provider.isDoubted()).toBe(true);
  nowMs = 9 * MINUTE;
  expect(await provider.shown()).toBe(1);
  nowMs = 11 * MINUTE;
  expect(await provider.shown()).toBe(0);
});

async function cancelled(number: string): Promise<void> {
  await driven.created(number);
  await driven.seen(number, { status: 'CANCELLED', rampStatus: 'CANCEL' });
}

async function minutesAgo(done: Promise<void>, minutes: number): Promise<void> {
  await done;
  await opened.database.query(`UPDATE schedules SET last_answer_at = last_answer_at - $1 * interval '1 minute'`, [
    minutes,
  ]);
}
