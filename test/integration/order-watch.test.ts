import { Logger } from '@nestjs/common';
import pg from 'pg';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { migrateDatabase } from '#src/cli/migrate/migrate-database.js';
import type { OrderWaits } from '#src/follow/changes/order-waits.service.js';
import { OrderWatch } from '#src/follow/changes/order-watch.service.js';
import type { Watcher } from '#src/follow/changes/watched-orders.js';
import type { OrderState } from '#src/orders/model/order.types.js';
import { ChangeRepository } from '#src/orders/storage/change.repository.js';
import { freshDatabase } from '../support/database.js';
import type { TestDatabase } from '../support/database.js';
import { OrderActs } from '../support/order-acts.js';
import { commitsToLose } from '../support/lost-commits.js';
import { startDatabasePair } from '../support/postgres-pair.js';
import { openOrderWriter } from '../support/order-writer.js';
import type { OrderWriter } from '../support/order-writer.js';
import { until } from '../support/service.js';
import { sealAgain } from '../support/sealed-orders.js';

/** One check per second, on a slow machine. */
const SOON_MS = 3000;
const LOOKS_TWICE_MS = 2200;

let database: TestDatabase;
/** One process writes, the other is followed; each has its own connections. */
let writer: OrderWriter;
let follower: OrderWriter;
/** `orders` are written by the writer, `ownOrders` by the follower. */
let orders: OrderActs;
let ownOrders: OrderActs;
let watch: OrderWatch;
let waits: OrderWaits;

beforeEach(async () => {
  Logger.overrideLogger(false);
  database = await freshDatabase();
  writer = openOrderWriter(database.url);
  follower = openOrderWriter(database.url);
  orders = new OrderActs(writer);
  ownOrders = new OrderActs(follower);
  ({ watch, waits } = follower);
});

afterEach(async () => {
  vi.restoreAllMocks();
  await follower.close();
  await writer.close();
  await database.drop();
});

class Reader implements Watcher {
  readonly got: OrderState[] = [];
  renewals = 0;

  offer(state: OrderState): void {
    this.got.push(state);
  }

  renew(): void {
    this.renewals += 1;
  }

  /** Resolves when the stored version was offered. */
  upToDate(number: string): Promise<unknown> {
    return until('the newest version', async () => {
      const stored = (await writer.orders.find(number)).state!.order.version;
      return this.got.at(-1)?.order.version === stored;
    });
  }
}

async function follow(number: string): Promise<{ reader: Reader; leave: () => void }> {
  const reader = new Reader();
  const leave = watch.join(number, reader);
  watch.deliver((await follower.orders.find(number)).state!);
  return { reader, leave };
}

/** Makes checks find nothing, so that offers come from within the process only. */
function blindfold(): void {
  vi.spyOn(OrderWatch.prototype, 'marks').mockResolvedValue([]);
}

const revoke = ({ edits }: OrderWriter, number: string): Promise<boolean> => edits.revokeSecrets(number);

describe('order watch: a follower', () => {
  it('gets changes of another process after about a second', async () => {
    await orders.created('A-1');
    const { reader } = await follow('A-1');
    const began = performance.now();
    await orders.seen('A-1');
    await reader.upToDate('A-1');
    expect(performance.now() - began).toBeLessThan(SOON_MS);
    expect(reader.got.map(({ order }) => order.status)).toEqual(['AWAITING_PAYMENT', 'PAID']);
  });

  it('gets changes of its own process without a check', async () => {
    await orders.created('A-1');
    const { reader } = await follow('A-1');
    blindfold();
    await ownOrders.seen('A-1');
    await reader.upToDate('A-1');
    expect(reader.got.map(({ order }) => order.status)).toEqual(['AWAITING_PAYMENT', 'PAID']);
  });

  it.each(['its own process', 'another one'])(
    'is offered the order again when %s revoked its secret, at the same version',
    async (process) => {
      await orders.created('A-1');
      const { reader } = await follow('A-1');
      if (process === 'its own process') blindfold();
      await revoke(process === 'its own process' ? follower : writer, 'A-1');
      await until('it is offered again', () => Promise.resolve(reader.got.length > 1));
      const [first, second] = reader.got;
      expect(second!.order.version).toBe(first!.order.version);
      expect([first!.order.secretSalt === null, second!.order.secretSalt]).toEqual([false, null]);
    },
  );

  it('shares checks and reads with other followers, and they stop with the last one', async () => {
    for (const number of ['A-1', 'A-2']) await orders.created(number);
    const following = [await follow('A-1'), await follow('A-1'), await follow('A-2')];
    const looks = vi.spyOn(OrderWatch.prototype, 'marks');
    const reads = vi.spyOn(follower.orders, 'findAll');
    await orders.seen('A-1');
    for (const { reader } of following.slice(0, 2)) await reader.upToDate('A-1');
    expect(reads).toHaveBeenCalledTimes(1);
    expect(looks).toHaveBeenCalledWith(['A-1', 'A-2']);
    for (const { leave } of following) leave();
    looks.mockClear();
    await sleep(LOOKS_TWICE_MS);
    expect(looks).not.toHaveBeenCalled();
  });
});

describe('order watch: the database lost commits', () => {
  /** The follower knows a version that the database has lost. */
  async function followLost(number: string): Promise<Reader> {
    await orders.created(number);
    await follower.epochs.look();
    const lose = await commitsToLose(database.url);
    await orders.seen(number);
    const { reader } = await follow(number);
    await lose();
    return reader;
  }

  it('a follower is told, though nothing else reads the epoch, and gets the order as it is now', async () => {
    const reader = await followLost('A-1');
    await until('it is told', () => Promise.resolve(reader.renewals > 0));
    await reader.upToDate('A-1');
    // A version may be offered again.
    expect([...new Set(reader.got.map(({ order }) => order.status))]).toEqual(['PAID', 'AWAITING_PAYMENT']);
    // At the lost version again, by another change.
    await orders.seen('A-1', { status: 'CANCELLED', rampStatus: 'CANCEL' });
    await until('the change', () => Promise.resolve(reader.got.at(-1)?.order.status === 'CANCELLED'));
    expect(reader.got.at(-1)!.order.version).toBe(reader.got[0]!.order.version);
    expect(reader.renewals).toBe(1);
  });

  it('a read that began before the loss was noticed is repeated', async () => {
    const reader = await followLost('A-1');
    const lost = reader.got[0]!;
    const findAll = follower.orders.findAll.bind(follower.orders);
    vi.spyOn(follower.orders, 'findAll').mockImplementationOnce(async (numbers) => {
      await findAll(numbers);
      await follower.epochs.look();
      return [lost];
    });
    await watch.refresh('A-1');
    const [, ...offered] = reader.got.map(({ order }) => order.status);
    expect(new Set(offered)).toEqual(new Set(['AWAITING_PAYMENT']));
  });

  it('a waiter of a followed order gets it as it is now', async () => {
    const { state: reserved, step } = await orders.reserved('A-1');
    await follower.epochs.look();
    const lose = await commitsToLose(database.url);
    const made = { orderNo: 'P-1', payUrl: 'https://pay.example' };
    await writer.tradeRecord.record(reserved.trades[0]!, { kind: 'created', made }, step);
    await follow('A-1');
    await lose();
    const state = await waits.until('A-1', ({ order }) => order.status !== 'CREATING', performance.now() + 50);
    expect(state?.order.status).toBe('CREATING');
  });

  it('a waiter that waits meanwhile gets the order as it is now, or null if it is lost', async () => {
    await follower.epochs.look();
    const lose = await commitsToLose(database.url);
    await orders.reserved('A-1');
    const waiting = waits.until('A-1', ({ order }) => order.status !== 'CREATING', performance.now() + 20_000);
    await until('it is read', () => Promise.resolve(watch.followedTrades().length > 0));
    await lose();
    expect(await waiting).toBeNull();
  });

  it('by a promotion: a follower of the lost version gets the next ones', async () => {
    const pair = await startDatabasePair('shop');
    onTestFinished(() => pair.release());
    await migrateDatabase(pair.url, () => undefined);
    const primary = openOrderWriter(pair.url);
    onTestFinished(() => primary.close());
    const acts = new OrderActs(primary);
    await primary.epochs.look();
    await acts.created('A-1');
    await pair.caughtUp();
    await pair.detach();
    await acts.seen('A-1');
    const reader = new Reader();
    onTestFinished(primary.watch.join('A-1', reader));
    await primary.watch.refresh('A-1');
    await pair.failOver();
    await until('the version of the standby', () => Promise.resolve(reader.got.length > 1));
    // A version may be offered again.
    expect([...new Set(reader.got.map(({ order }) => order.status))]).toEqual(['PAID', 'AWAITING_PAYMENT']);
    expect(reader.renewals).toBe(1);
  });
});

describe('order watch: changes announced within a process', () => {
  it('include changes, not answers without news', async () => {
    const told: (number | null)[] = [];
    writer.orderChanges.onChange(({ version }) => told.push(version));
    await orders.created('A-1');
    await orders.seen('A-1');
    await orders.seen('A-1');
    await orders.seen('A-1', { status: 'COMPLETED', rampStatus: 'FINISHED' });
    const { version } = (await writer.orders.find('A-1')).state!.order;
    expect(told).toEqual(Array.from({ length: version - 1 }, (_, index) => index + 2));
  });

  it('include a commit whose reply was lost', async () => {
    await orders.created('A-1');
    const told: unknown[] = [];
    writer.orderChanges.onChange((change) => told.push(change));
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
    expect(told).toEqual([{ merchantOrderNo: 'A-1', version }]);
  });
});

describe('order watch: a waiter', () => {
  const inMs = (ms: number): number => performance.now() + ms;
  const isMade = ({ order }: OrderState): boolean => order.status !== 'CREATING';
  const isReleased = ({ order }: OrderState): boolean => order.attemptUntil === null;

  /** Resolves when the waiter has joined and the order was read. */
  async function settled(reads: { mock: { settledResults: { type: string }[] } }): Promise<void> {
    await until('it is read', () => Promise.resolve(reads.mock.settledResults.at(-1)?.type === 'fulfilled'));
  }

  it('gets an order created by its own process; a hundred waiters cost as much as one', async () => {
    const { state, step } = await ownOrders.reserved('A-1');
    blindfold();
    const reads = vi.spyOn(follower.orders, 'findAll');
    const answers = Promise.all(Array.from({ length: 100 }, () => waits.until('A-1', isMade, inMs(20_000))));
    await settled(reads);
    await follower.tradeRecord.record(
      state.trades[0]!,
      { kind: 'created', made: { orderNo: 'P-1', payUrl: 'https://pay.example' } },
      step,
    );
    for (const answer of await answers) expect(answer?.order.status).toBe('AWAITING_PAYMENT');
    expect(reads.mock.calls.length).toBeLessThanOrEqual(3);
  });

  it.each(['its own process', 'another one'])(
    'gets it when %s gives the lease back, which has no version',
    async (process) => {
      const { state, step } = await orders.reserved('A-1');
      const reads = vi.spyOn(follower.orders, 'findAll');
      const waiting = waits.until('A-1', isReleased, inMs(20_000));
      await settled(reads);
      if (process === 'its own process') blindfold();
      const { leases } = process === 'its own process' ? follower : writer;
      await leases.release('A-1', step.attemptLease, null);
      const released = await waiting;
      expect([released?.order.attemptUntil, released?.order.version]).toEqual([null, state.order.version]);
    },
  );

  it('gets a finished order at once, read after the call', async () => {
    await orders.created('A-1');
    await follow('A-1');
    await orders.seen('A-1');
    expect((await waits.until('A-1', isMade, inMs(20_000)))?.order.status).toBe('PAID');
  });
});

describe('order watch: poll requests of followed orders', () => {
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

  it('are sent at once, except for orders long unchanged', async () => {
    for (const number of ['A-1', 'A-2', 'A-3']) {
      await orders.created(number);
      await later(number);
    }
    await writer.database.query(
      `UPDATE orders SET updated_at = checkout_now() - interval '2 minutes' WHERE merchant_order_no = 'A-2'`,
    );
    await sealAgain(writer.database);
    await writer.watches.requestPollsOfFreshTrades(['A-1', 'A-2', 'NONE'], 'order-followed', FRESH_MS);
    expect(await watchOf('A-1')).toEqual(['waiting', 'order-followed']);
    for (const number of ['A-2', 'A-3']) expect(await watchOf(number)).toEqual(['young', null]);
    const due = await writer.database.query(
      'SELECT trade_no FROM schedules WHERE next_query_at <= checkout_now() ORDER BY trade_no',
    );
    expect(due).toEqual([{ trade_no: 'A-1' }]);
  });

  it('do not wait for a writer of an order', async () => {
    for (const number of ['A-1', 'A-2']) {
      await orders.created(number);
      await later(number);
    }
    const locker = new pg.Client({ connectionString: database.url });
    await locker.connect();
    await locker.query(`BEGIN; SELECT 1 FROM schedules WHERE trade_no = 'A-1' FOR UPDATE`);
    await writer.watches.requestPollsOfFreshTrades(['A-1', 'A-2'], 'order-followed', FRESH_MS);
    await locker.query('COMMIT');
    await locker.end();
    expect(await watchOf('A-1')).toEqual(['young', null]);
    expect(await watchOf('A-2')).toEqual(['waiting', 'order-followed']);
  });
});
