import { Logger } from '@nestjs/common';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Notifier } from '../../src/platform/database/notifications/notifier.js';
import { SecretRevocationService } from '../../src/orders/write/secret-revocation.service.js';
import { ChangeRepository } from '../../src/orders/storage/change.repository.js';
import { OrderMarkRepository } from '../../src/orders/stream/order-mark.repository.js';
import { SecretRepository } from '../../src/orders/storage/secret.repository.js';
import { OrderWatch } from '../../src/orders/stream/order-watch.service.js';
import type { Watcher } from '../../src/orders/stream/watched-orders.js';
import type { OrderState } from '../../src/orders/model/order.types.js';
import { freshDatabase } from '../support/database.js';
import type { TestDatabase } from '../support/database.js';
import { DrivenOrders } from '../support/driven-orders.js';
import { openOrderWriter } from '../support/order-builders.js';
import type { OrderWriter } from '../support/order-builders.js';
import { PostgresRelay } from '../support/postgres-relay.js';
import { until } from '../support/service.js';

let database: TestDatabase;
/** The way of LISTEN to the database. */
let relay: PostgresRelay;
/** Two processes on one database: one writes, one is followed; each has a pool of its own. */
let writer: OrderWriter;
let follower: OrderWriter;
let orders: DrivenOrders;
let watch: OrderWatch;
let proved: () => Promise<unknown>;

beforeEach(async () => {
  Logger.overrideLogger(false);
  database = await freshDatabase();
  relay = await PostgresRelay.start(database.url);
  writer = await openOrderWriter(database.url);
  follower = await openOrderWriter(database.url, { DATABASE_LISTEN_URL: relay.url });
  orders = new DrivenOrders(writer);
  const { settings, metrics } = follower;
  const notifier = new Notifier(follower.database);
  const marks = new OrderMarkRepository(follower.database);
  watch = new OrderWatch(follower.orders, marks, follower.announcer, notifier, settings, metrics);
  proved = () =>
    until('LISTEN is proved', async () => {
      const gauge = await metrics.registry.getSingleMetricAsString('ramp_checkout_listen_proved');
      return gauge.endsWith('ramp_checkout_listen_proved 1');
    });
});

afterEach(async () => {
  vi.restoreAllMocks();
  await watch.onModuleDestroy();
  await follower.close();
  await writer.close();
  await relay.close();
  await database.drop();
});

class Reader implements Watcher {
  readonly got: OrderState[] = [];

  offer(state: OrderState): void {
    this.got.push(state);
  }

  /** Resolves when the order was offered as it is stored now. */
  upToDate(number: string): Promise<unknown> {
    return until('the newest version', async () => {
      const stored = (await writer.orders.find(number)).state!.order.version;
      return this.got.at(-1)?.order.version === stored;
    });
  }
}

/** Follows an order as a stream does. */
async function follow(number: string): Promise<{ reader: Reader; leave: () => void }> {
  const reader = new Reader();
  const leave = watch.join(number, reader);
  watch.deliver((await follower.orders.find(number)).state!);
  return { reader, leave };
}

/** From now on looking finds nothing. */
function blindfold(): void {
  vi.spyOn(OrderMarkRepository.prototype, 'marks').mockResolvedValue([]);
}

/** What is told through Postgres, by somebody who listens to all of it. */
async function overheard(): Promise<{ told: () => string[]; close: () => Promise<void> }> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const heard: string[] = [];
  client.on('notification', ({ payload = '' }) => heard.push(payload));
  await client.query('LISTEN ramp_checkout');
  return { told: () => heard.filter((text) => !text.startsWith('proof ')), close: () => client.end() };
}

describe('whoever follows an order', () => {
  it('is offered what another process writes, by LISTEN', async () => {
    await orders.created('A-1');
    const { reader } = await follow('A-1');
    await proved();
    blindfold();
    await orders.seen('A-1');
    await reader.upToDate('A-1');
    // What was told of its beginning may still come, and then it is offered once more as it is.
    expect([...new Set(reader.got.map(({ order }) => order.status))]).toEqual(['AWAITING_PAYMENT', 'PAID']);
  });

  it('is offered it by looking, where nothing comes by LISTEN', async () => {
    relay.mood = 'deaf';
    await orders.created('A-1');
    const { reader } = await follow('A-1');
    await orders.seen('A-1');
    await reader.upToDate('A-1');
    expect(reader.got.at(-1)!.order.status).toBe('PAID');
  });

  it('is offered it by looking, where LISTEN is not to be had', async () => {
    relay.mood = 'shut';
    await orders.created('A-1');
    const { reader } = await follow('A-1');
    await orders.seen('A-1');
    await reader.upToDate('A-1');
  });

  it('is offered what nobody told of, because the writer died after its commit', async () => {
    await orders.created('A-1');
    const { reader } = await follow('A-1');
    await proved();
    vi.spyOn(writer.announcer, 'announce').mockImplementation(() => undefined);
    await orders.seen('A-1');
    await reader.upToDate('A-1');
  });

  it('is offered what its own process writes, whatever becomes of notifications', async () => {
    relay.mood = 'shut';
    await orders.created('A-1');
    const { reader } = await follow('A-1');
    vi.spyOn(Notifier.prototype, 'notify').mockRejectedValue(new Error('no'));
    blindfold();
    await new DrivenOrders(follower).seen('A-1');
    await reader.upToDate('A-1');
  });

  it('is offered the order again when its secret was revoked, at the same version', async () => {
    await orders.created('A-1');
    const { reader } = await follow('A-1');
    await proved();
    blindfold();
    await new SecretRevocationService(new SecretRepository(writer.database), writer.announcer).revoke('A-1');
    await until('it is offered again', () => Promise.resolve(reader.got.length > 1));
    const [first, second] = reader.got;
    expect(second!.order.version).toBe(first!.order.version);
    expect(second!.order.secretSalt).not.toEqual(first!.order.secretSalt);
  });

  it('is offered it later, where it could not be read at once', async () => {
    await orders.created('A-1');
    const { reader } = await follow('A-1');
    await proved();
    blindfold();
    const away = Object.assign(new Error('gone'), { code: 'ECONNREFUSED' });
    const reads = vi.spyOn(follower.orders, 'findAll').mockRejectedValueOnce(away);
    await orders.seen('A-1');
    await reader.upToDate('A-1');
    expect(reads.mock.calls).toEqual([[['A-1']], [['A-1']]]);
  });

  it('is offered nothing any more once it left, and nothing is read for it', async () => {
    await orders.created('A-1');
    await orders.created('A-2');
    const { reader, leave } = await follow('A-1');
    const { reader: other } = await follow('A-2');
    await proved();
    blindfold();
    leave();
    const reads = vi.spyOn(follower.orders, 'findAll');
    await orders.seen('A-1');
    await orders.seen('A-2');
    await other.upToDate('A-2');
    expect([reader.got.length, reads.mock.calls]).toEqual([1, [[['A-2']]]]);
  });

  it('shares one reading with all who follow the same order', async () => {
    await orders.created('A-1');
    const readers = [(await follow('A-1')).reader, (await follow('A-1')).reader];
    await proved();
    blindfold();
    const reads = vi.spyOn(follower.orders, 'findAll');
    await orders.seen('A-1');
    for (const reader of readers) await reader.upToDate('A-1');
    expect(reads).toHaveBeenCalledTimes(1);
  });
});

describe('what is told', () => {
  it('is of changes, and not of answers that say nothing new', async () => {
    const { told, close } = await overheard();
    const announced = vi.spyOn(writer.announcer, 'announce');
    await orders.created('A-1');
    await orders.seen('A-1');
    await orders.seen('A-1');
    await orders.seen('A-1', { status: 'COMPLETED', rampStatus: 'FINISHED' });
    const { version } = (await writer.orders.find('A-1')).state!.order;
    const versions = announced.mock.calls.flatMap(([changes]) => changes.map((change) => change.version));
    expect(versions).toEqual(Array.from({ length: version - 1 }, (_, index) => index + 2));
    await until('the last change is told', () => Promise.resolve(told().join(' ').includes(`A-1:${version}`)));
    await close();
  });

  it('is all of a list, at once', async () => {
    const { told, close } = await overheard();
    const numbers = Array.from({ length: 300 }, (_, index) => `${'N'.repeat(40)}${index}`);
    const changes = numbers.map((merchantOrderNo) => ({ merchantOrderNo, version: 3 }));
    writer.announcer.announce(changes);
    await until('all of them', () => Promise.resolve(told().join(' ').split(' ').filter(isNumber).length === 300));
    expect(told().length).toBeLessThan(5);
    await close();
  });

  it('is told when the reply to the commit was lost', async () => {
    const { told, close } = await overheard();
    await orders.created('A-1');
    await until('the first change', () => Promise.resolve(told().length > 0));
    const apply = Reflect.get(ChangeRepository.prototype, 'apply');
    vi.spyOn(ChangeRepository.prototype, 'apply').mockImplementationOnce(async function (
      this: ChangeRepository,
      ...given
    ) {
      await apply.apply(this, given);
      throw Object.assign(new Error('Connection terminated unexpectedly'), { code: 'ECONNRESET' });
    });
    await expect(orders.seen('A-1')).rejects.toThrow('terminated');
    const { version } = (await writer.orders.find('A-1')).state!.order;
    await until('the change', () => Promise.resolve(told().join(' ').includes(`A-1:${version}`)));
    await close();
  });

  it('is told as soon as the database is back', async () => {
    const { told, close } = await overheard();
    const away = Object.assign(new Error('gone'), { code: 'ECONNREFUSED' });
    vi.spyOn(Notifier.prototype, 'notify').mockRejectedValueOnce(away);
    writer.announcer.announce([{ merchantOrderNo: 'A-1', version: 3 }]);
    await until('it is told', () => Promise.resolve(told().includes('orders A-1:3')));
    await close();
  });

  it('is told before the process ends', async () => {
    const { told, close } = await overheard();
    writer.announcer.announce([{ merchantOrderNo: 'A-1', version: 3 }]);
    await writer.announcer.onApplicationShutdown();
    await until('it is told', () => Promise.resolve(told().includes('orders A-1:3')));
    await close();
  });
});

const isNumber = (word: string): boolean => word.startsWith('NN');

describe('orders that are followed are hinted', () => {
  const FRESH_MS = 60_000;

  async function later(number: string): Promise<void> {
    await writer.database.query(
      `UPDATE schedules SET next_query_at = checkout_now() + interval '1 hour', watch_class = 'young' WHERE trade_no = $1`,
      [number],
    );
  }

  const watchOf = async (number: string) => {
    const { watchClass, hintCause } = (await writer.orders.find(number)).state!.trades[0]!;
    return [watchClass, hintCause];
  };

  it('all at once, but not those that have not changed for long', async () => {
    for (const number of ['A-1', 'A-2', 'A-3']) {
      await orders.created(number);
      await later(number);
    }
    await writer.database.query(
      `UPDATE orders SET updated_at = checkout_now() - interval '2 minutes' WHERE merchant_order_no = 'A-2'`,
    );
    await writer.pollRequests.requestPollsOfFreshTrades(['A-1', 'A-2', 'NONE'], 'order-followed', FRESH_MS);
    expect(await watchOf('A-1')).toEqual(['waiting', 'order-followed']);
    for (const number of ['A-2', 'A-3']) expect(await watchOf(number)).toEqual(['young', null]);
    const due = await writer.database.query(
      'SELECT trade_no FROM schedules WHERE next_query_at <= checkout_now() ORDER BY trade_no',
    );
    expect(due).toEqual([{ trade_no: 'A-1' }]);
  });

  it('without waiting for whoever writes one of them', async () => {
    for (const number of ['A-1', 'A-2']) {
      await orders.created(number);
      await later(number);
    }
    const locker = new pg.Client({ connectionString: database.url });
    await locker.connect();
    await locker.query(`BEGIN; SELECT 1 FROM schedules WHERE trade_no = 'A-1' FOR UPDATE`);
    await writer.pollRequests.requestPollsOfFreshTrades(['A-1', 'A-2'], 'order-followed', FRESH_MS);
    await locker.query('COMMIT');
    await locker.end();
    expect(await watchOf('A-1')).toEqual(['young', null]);
    expect(await watchOf('A-2')).toEqual(['waiting', 'order-followed']);
  });

  it('are those that somebody follows now', async () => {
    await orders.superseded('A-1');
    const { leave } = await follow('A-1');
    expect(watch.followedTrades()).toEqual(['A-1-r2']);
    leave();
    expect(watch.followedTrades()).toEqual([]);
  });
});
