import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { migrateDatabase } from '#src/cli/migrate/migrate-database.js';
import { createDataSource } from '#src/data-source.js';
import { LookUpService } from '#src/orders/ask/look-up.service.js';
import type { LookUp } from '#src/orders/ask/look-up.service.js';
import { EpochService } from '#src/orders/epoch/epoch.service.js';
import type { AttemptEvent, OrderState } from '#src/orders/model/order.types.js';
import { mayHavePage } from '#src/orders/decisions/existence.js';
import { EpochRepository } from '#src/orders/storage/epoch.repository.js';
import type { Database } from '#src/platform/database/database.js';
import type { Settings } from '#src/platform/config/settings.js';
import { Metrics } from '#src/platform/telemetry/metrics.js';
import { EVIDENCE, OrderActs } from '../support/order-acts.js';
import { HOUR, MINUTE, SECOND } from '../support/moments.js';
import { asked, orderState, reservation, unknownTrade } from '../support/order-builders.js';
import { openOrderWriter, openOwnOrderWriter } from '../support/order-writer.js';
import type { OrderWriter } from '../support/order-writer.js';
import { openServices } from '../support/pairs/services.js';
import { startDatabasePair } from '../support/postgres-pair.js';
import { ProcessTime } from '#src/platform/time/time.js';

let opened: OrderWriter;
beforeAll(async () => {
  opened = await openOwnOrderWriter();
});
afterAll(() => opened.close());
beforeEach(() =>
  opened.database.query(`UPDATE database_epoch SET history = NULL, doubted_at = NULL, began_at = '2020-01-01'`),
);

class JumpingTime extends ProcessTime {
  ahead = 0;

  override monotonic(): number {
    return super.monotonic() + this.ahead;
  }
}

/** A process with its own memory of the database. */
function started(database: Pick<Database, 'query'> = opened.database, time = new JumpingTime()): EpochService {
  const settings = { ramp: { askBeforeSend: false } } as Settings;
  return new EpochService(new EpochRepository(database as Database), settings, new Metrics(), time);
}

/** The row as read from another database history. */
const written = (set: string): Promise<unknown> => opened.database.query(`UPDATE database_epoch SET ${set}`);

/** What comes of the look-up of a number in doubt that the provider does not find. */
async function lookUp(epochs: EpochService, now: () => Promise<Date>): Promise<LookUp['kind']> {
  await epochs.look();
  const unused = {} as never;
  const lease = async () => [{ tradeNo: 'A-1001', leaseId: 'l', askedAt: await now() }];
  const answer = { kind: 'not_found', answeredAt: new Date(), doubted: false, evidence: EVIDENCE };
  const questions = { ask: () => Promise.resolve(answer) } as never;
  const results = { recordAnswer: () => Promise.resolve() } as never;
  const settings = { ramp: { timeoutMs: 6000 } } as Settings;
  const first = new LookUpService(unused, { lease } as never, questions, results, epochs, settings);
  const row = unknownTrade({ outcome: 'not_sent', sends: 0 });
  const state = orderState({ trades: [row], order: { createdAt: await opened.orders.now() } });
  return (await first.lookUp(state, [row], row, { kind: 'checkout' })).kind;
}

/** What a process does on the same database while its clock is so many hours ahead. */
async function byClock<T>(hours: number, act: (writer: OrderWriter) => Promise<T>): Promise<T> {
  const url = new URL(opened.url);
  url.searchParams.set('options', `-c ramp_checkout.clock_shift=${hours}\\ hours`);
  const writer = openOrderWriter(url.href);
  try {
    return await act(writer);
  } finally {
    await writer.close();
  }
}

describe('database epoch', () => {
  it('stays the same, without doubt, in an unchanged database', async () => {
    const [one, other] = [started(), started()];
    const { epoch } = await one.look();
    expect((await other.look()).epoch).toBe(epoch);
    expect((await started().look()).epoch).toBe(epoch);
    expect(one.asksFirst(null) || other.asksFirst(null)).toBe(false);
  });

  it.each([
    ['another timeline, after a promotion', `history = regexp_replace(history, '[0-9A-F]{8}$', '0000000F')`],
    ['no history that is known, by an operator', `history = 'restored'`],
  ])('is followed by one other epoch for all processes, in doubt: %s', async (_, change) => {
    const processes = [started(), started(), started()];
    const { epoch } = await processes[0]!.look();
    await Promise.all(processes.map((each) => each.look()));
    await written(change);
    const next = new Set((await Promise.all(processes.map((each) => each.look()))).map((each) => each.epoch));
    expect(next.size).toBe(1);
    expect(next.has(epoch)).toBe(false);
    expect([...processes, started()].map(({ known }) => known?.epoch ?? null)).toEqual([
      ...next,
      ...next,
      ...next,
      null,
    ]);
    expect(processes.every((each) => each.asksFirst(null))).toBe(true);
    // A restarted process still doubts.
    const restarted = started();
    await restarted.look();
    expect(restarted.asksFirst(null)).toBe(true);
  });

  it('is in doubt if the database has lost even its first epoch, and not if a reply is late', async () => {
    const one = started();
    const first = await one.look();
    await written(`history = NULL, epoch = gen_random_uuid()`);
    expect(await one.look()).toMatchObject({ doubted: true });
    expect(one.known?.epoch).not.toBe(first.epoch);
    await written(`history = NULL, doubted_at = NULL`);
    const other = started();
    const late = await new EpochRepository(opened.database).read();
    await other.look();
    expect(await other.observe(late, null)).toMatchObject({ doubted: false });
  });

  it.each([
    ['given up unsent', 'U-1', true],
    ['still unsent', 'U-2', false],
  ])('queries a trade that is %s, since it may have been sent in the lost commits', async (_, number, givesUp) => {
    const acts = new OrderActs(opened);
    await acts.notSent(number, givesUp);
    await started().look();
    await written(`history = 'restored'`);
    await started().look();
    // A plan of the future would be taken for one of a clock that was set back, and be due at once.
    const due = await opened.database.query(
      `SELECT trade_no AS no, round(extract(epoch FROM next_query_at - planned_at) / 60)::int AS minutes,
              planned_at <= checkout_now() AS planned FROM schedules WHERE trade_no = $1`,
      [number],
    );
    expect(due).toEqual([{ no: number, minutes: 6, planned: true }]);
  });

  it("changes if the log is behind a process's memory, and not by a late reply", async () => {
    const [one, other] = [started(), started()];
    const reading = await one.look();
    await other.look();
    const before = one.known;
    const lsn = String(before!.lsn - 1);
    // Replies can arrive out of order: this process knew nothing newer when it sent the statement.
    expect((await one.observe({ ...reading, lsn }, null)).epoch).toBe(reading.epoch);
    const { epoch } = await one.observe({ ...reading, lsn }, before);
    expect(epoch).not.toBe(reading.epoch);
    expect(one.asksFirst(null)).toBe(true);
    // Statements sent before the next epoch began must not begin another one.
    const next = { ...reading, epoch, doubted: true, lsn };
    expect((await other.observe(next, other.known)).epoch).toBe(epoch);
    expect((await one.observe(next, before)).epoch).toBe(epoch);
    expect(await started().look()).toMatchObject({ epoch, doubted: true });
  });

  it.each([
    ['in the doubt of the loss before', true, true],
    ['in an epoch that another process began, whose doubt has ended', false, false],
  ])("changes if the log is behind a process's memory %s", async (_, isSame, doubted) => {
    const one = started();
    const reading = await one.look();
    const before = { ...one.known!, ...(isSame ? {} : { epoch: randomUUID() }) };
    const next = await one.observe({ ...reading, doubted, lsn: String(before.lsn - 1) }, before);
    expect(next).toMatchObject({ doubted: true });
    expect(next.epoch).not.toBe(reading.epoch);
  });

  it('its doubt ends an hour after the loss, or by an operator, whatever answers find no row', async () => {
    const one = started();
    await one.look();
    await written(`history = 'restored'`);
    const { epoch } = await one.look();
    await written(`doubted_at = checkout_now() - interval '59 minutes'`);
    await one.orphaned({ from: 'query', tradeNo: 'A-1', orderNo: 'R-1' });
    expect(await one.look()).toMatchObject({ epoch, doubted: true });
    await written(`doubted_at = doubted_at - interval '1 minute'`);
    const { doubtedUntil } = await one.look();
    expect(await one.look()).toMatchObject({ epoch, doubted: false });
    expect(one.asksFirst(null)).toBe(false);
    // The trades of an older order may be lost, whose number a later retry would take. One made in doubt may still be
    // waiting for the answer to its look-up.
    expect(one.asksFirst({ createdAt: doubtedUntil })).toBe(true);
    expect(one.asksFirst({ createdAt: new Date(doubtedUntil.getTime() + 1) })).toBe(false);
    for (const from of ['create', 'query', 'callback'] as const) {
      await one.orphaned({ from, tradeNo: 'A-1', orderNo: 'R-1' });
      expect(await one.look()).toMatchObject({ epoch, doubted: false });
    }
    expect(one.asksFirst(null)).toBe(false);
    await written(`history = 'restored'`);
    const next = await one.look();
    await written('doubted_at = NULL');
    expect(await one.look()).toMatchObject({ epoch: next.epoch, doubted: false });
    expect(one.asksFirst({ createdAt: next.beganAt })).toBe(true);
    expect(one.asksFirst({ createdAt: new Date(next.beganAt.getTime() + 1) })).toBe(false);
  });

  it('a reservation itself detects lost commits and is not sent without a look-up', async () => {
    await opened.epochs.look();
    await written('doubted_at = NULL');
    await opened.epochs.look();
    await written(`history = regexp_replace(history, '[0-9A-F]{8}$', '0000000F')`);
    // The process had no doubt before this statement.
    const { state } = await opened.tradeRecord.reserve(reservation({ merchantOrderNo: `E-${randomUUID()}` }));
    expect(state?.trades[0]?.outcome).toBe('in_flight');
    expect(opened.epochs.asksFirst(null)).toBe(true);
    const next = await opened.tradeRecord.reserve(reservation({ merchantOrderNo: `E-${randomUUID()}` }));
    expect(next.state?.trades[0]?.outcome).toBe('not_sent');
  });

  it('a trade in flight that a query finds may have had its page in the lost commits', async () => {
    await opened.epochs.look();
    await written('doubted_at = NULL');
    await opened.epochs.look();
    const acts = new OrderActs(opened);
    const { state } = await acts.reserved(`E-${randomUUID()}`);
    expect(state.trades).toMatchObject([{ outcome: 'in_flight' }]);
    const number = state.order.merchantOrderNo;
    await opened.watches.lease([number], 1000);
    await written(`history = 'restored'`);
    await acts.seen(number, { status: 'AWAITING_PAYMENT', rampStatus: 'PENDING' });
    expect((await opened.orders.find(number)).state!.trades.map(mayHavePage)).toEqual([true]);
  });

  it('looks up each order that it has when commits are lost, though the clock was set back since', async () => {
    const before = await opened.tradeRecord.reserve(reservation({ merchantOrderNo: `E-${randomUUID()}` }));
    await byClock(-30, async ({ epochs }) => {
      await written(`history = 'restored'`);
      await epochs.look();
    });
    await written('doubted_at = NULL');
    const one = started();
    await one.look();
    expect(one.asksFirst(null)).toBe(false);
    expect(one.asksFirst(before.state!.order)).toBe(true);
  });

  it('asks about a trade in flight that was made before commits were lost, though the clock was set back since', async () => {
    const { state, step } = await new OrderActs(opened).reserved(`E-${randomUUID()}`);
    const record = ({ tradeRecord }: OrderWriter, { trades }: OrderState, event: AttemptEvent) =>
      tradeRecord.record(trades.at(-1)!, event, step);
    const unknown = await record(opened, state, { kind: 'unknown', reason: 'timeout' });
    const sending = { stamp: Date.now(), asked: asked(), leaseMs: 1000, newRequest: null };
    const next = await byClock(30, (ahead) => record(ahead, unknown!, { kind: 'next_trade', sending }));
    await written(`history = 'restored'`);
    const one = started();
    await one.look();
    expect(next!.trades.map((trade) => one.isOlder(trade))).toEqual([true, true]);
  });

  it.each([30, -30])('stays in doubt for an hour, though the clock is set by %i hours meanwhile', async (hours) => {
    let { database } = opened;
    const time = new JumpingTime();
    const one = started({ query: (...statement) => database.query(...statement) }, time);
    await one.look();
    await written(`history = 'restored'`);
    await one.look();
    await byClock(hours, async (stepped) => {
      ({ database } = stepped);
      time.ahead = HOUR - MINUTE;
      await one.look();
      expect(one.asksFirst(null)).toBe(true);
      await written('doubted_at = NULL');
      await one.look();
      expect(one.asksFirst(null)).toBe(false);
    });
  });

  it.each([0, 30, -30])(
    'holds numbers back until no create of the epoch before is under way, with the clock set by %i hours',
    async (hours) => {
      const time = new JumpingTime();
      const one = started(opened.database, time);
      await one.look();
      await written(`history = 'restored'`);
      await one.look();
      const found = () => byClock(hours, ({ orders }) => lookUp(one, () => orders.now()));
      expect(await found()).toBe('unknown');
      time.ahead = 22 * SECOND;
      expect(await found()).toBe('clear');
    },
  );

  it('a process that starts while commits are in doubt holds numbers back by the time of the doubt', async () => {
    await opened.epochs.look();
    await written(`history = 'restored'`);
    await started().look();
    const now = () => opened.orders.now();
    expect(await lookUp(started(), now)).toBe('unknown');
    await written(`doubted_at = doubted_at - interval '22 s'`);
    expect(await lookUp(started(), now)).toBe('clear');
  });

  it('is another one, in doubt, after a standby was promoted', async () => {
    const pair = await startDatabasePair('shop');
    onTestFinished(() => pair.release());
    await migrateDatabase(pair.url, () => undefined);
    const primary = openOrderWriter(pair.url);
    const { epoch } = await primary.epochs.look();
    await primary.close();
    await pair.caughtUp();
    await pair.failOver();
    const promoted = openOrderWriter(pair.url);
    const next = await promoted.epochs.look();
    await promoted.close();
    expect(next).toMatchObject({ doubted: true });
    expect(next.epoch).not.toBe(epoch);
  });

  it.each(
    ['began_at', 'doubted_at'].flatMap((column) =>
      ['2100-01-01', 'infinity', '-infinity'].map((time) => [column, time]),
    ),
  )('is in no doubt for a time that no process writes: %s %s', async (column, time) => {
    await started().look();
    await written(`${column} = '${time}'`);
    const one = started();
    await one.look();
    expect(one.asksFirst(null)).toBe(false);
    expect(one.asksFirst({ createdAt: new Date() })).toBe(false);
  });

  it('data read in another database history is read again before it counts', async () => {
    const one = started();
    const { epoch } = await one.look();
    await written(`history = regexp_replace(history, '[0-9A-F]{8}$', '0000000F')`);
    const repository = new EpochRepository(opened.database);
    const statement = vi.fn(async () => ({ epoch: await repository.read() }));
    const read = await one.read(statement);
    expect(read.epoch.epoch).not.toBe(epoch);
    expect(statement).toHaveBeenCalledTimes(2);
  });
});

/** What a restore does to the table, in a database of its own. */
const RESTORES: readonly (readonly [how: string, statements: readonly string[]])[] = [
  [
    'of a dump in place, which makes the tables anew',
    [
      'ALTER TABLE database_epoch RENAME TO dumped',
      'CREATE TABLE database_epoch (LIKE dumped INCLUDING ALL)',
      'INSERT INTO database_epoch TABLE dumped',
      'DROP TABLE dumped',
    ],
  ],
  [
    'of data alone, into the same tables',
    [
      'CREATE TABLE dumped AS TABLE database_epoch',
      'TRUNCATE database_epoch',
      'INSERT INTO database_epoch TABLE dumped',
      'DROP TABLE dumped',
    ],
  ],
  [
    'of all other data, into a schema that was migrated anew',
    [
      'UPDATE database_epoch SET epoch = gen_random_uuid(), history = NULL, doubted_at = NULL',
      `UPDATE database_epoch SET began_at = max + interval '1 ms' FROM (SELECT max(created_at) FROM orders) o`,
    ],
  ],
];

describe('database epoch, with no process that remembers', () => {
  let own: OrderWriter;
  beforeEach(async () => {
    own = await openOwnOrderWriter();
  });
  afterEach(() => own.close());
  const run = async (statements: readonly string[]): Promise<void> => {
    for (const statement of statements) await own.database.query(statement);
  };
  const look = () => started(own.database).look();

  it.each(RESTORES)('is another one, in doubt, after a restore %s', async (_, statements) => {
    const { epoch } = await look();
    await new OrderActs(own).created('A-1');
    expect((await look()).epoch).toBe(epoch);
    await run(statements);
    const restored = await look();
    expect(restored).toMatchObject({ doubted: true });
    expect(restored.epoch).not.toBe(epoch);
    expect((await look()).epoch).toBe(restored.epoch);
  });

  it('is the same after the upgrade, for the release before as well, and numbers with orphaned callbacks are in doubt', async () => {
    const source = createDataSource(own.url);
    await source.initialize();
    onTestFinished(() => source.destroy());
    const isDone = async (): Promise<boolean> =>
      (await source.query<{ at: string | null }[]>(`SELECT to_regclass('doubted_numbers') AS at`))[0]?.at !== null;
    while (await isDone()) await source.undoLastMigration();
    const asBefore = `(SELECT system_identifier FROM pg_control_system()) || '/' ||
      (SELECT oid FROM pg_database WHERE datname = current_database()) || '/' ||
      left(pg_walfile_name(pg_current_wal_flush_lsn()), 8)`;
    await source.query(`UPDATE database_epoch SET history = ${asBefore}`);
    const [before] = await source.query<{ epoch: string }[]>('SELECT epoch FROM database_epoch');
    const receipt = `INSERT INTO callback_receipts (id, trade_no, merchant_order_no, method, digest, key_id, content, payload_hash)
      SELECT gen_random_uuid(), $1, $2, 'POST', sha256('x'), 'k', 'x', sha256($1::text::bytea)`;
    for (const row of [
      ['A-1', null],
      ['A-1-r2', null],
      ['B-1', 'B-1'],
    ])
      await source.query(receipt, row);
    await source.runMigrations();
    expect(await look()).toMatchObject({ ...before, doubted: false });
    await run(['UPDATE database_epoch SET history = NULL']);
    await look();
    expect(await source.query(`SELECT history = ${asBefore} AS same FROM database_epoch`)).toEqual([{ same: true }]);
    expect(await source.query('SELECT merchant_order_no AS no FROM doubted_numbers')).toEqual([{ no: 'a-1' }]);
  });

  it('has closed trades queried within six hours, a thousand in a statement, once', async () => {
    const { stalled, ...services } = openServices(own.url);
    onTestFinished(() => services.close());
    await look();
    const acts = new OrderActs(own);
    const ended = { CANCELLED: 'CANCEL', COMPLETED: 'FINISHED' } as const;
    for (const number of ['late', 'unwatched', 'soon', 'old', 'erased', 'open']) {
      await acts.created(number);
      const status = number === 'unwatched' ? 'COMPLETED' : 'CANCELLED';
      if (number !== 'open') await acts.seen(number, { status, rampStatus: ended[status] });
    }
    await acts.refused('refused');
    const inHours = (hours: number) => `checkout_now() + interval '${hours} hours'`;
    await run([
      `UPDATE schedules SET planned_at = checkout_now(), watch_class = coalesce(watch_class, 'closed'), next_query_at = CASE trade_no
         WHEN 'unwatched' THEN NULL WHEN 'soon' THEN ${inHours(1)} ELSE ${inHours(20)} END`,
      `UPDATE trades SET status_at = checkout_now() - interval '31 days' WHERE trade_no = 'old'`,
      `UPDATE orders SET erased_at = checkout_now() WHERE merchant_order_no = 'erased'`,
    ]);
    const due = async (): Promise<unknown> => {
      const rows = await own.database.query<{ no: string; due: string }>(
        `SELECT trade_no AS no, CASE WHEN next_query_at <= ${inHours(1.1)} AND trade_no = 'soon' THEN 'as planned'
                WHEN next_query_at <= ${inHours(6)} THEN 'within hours' ELSE 'as planned' END AS due FROM schedules`,
      );
      return Object.fromEntries(rows.map(({ no, due: when }) => [no, when]));
    };
    const others = Object.fromEntries(['soon', 'old', 'erased', 'open', 'refused'].map((no) => [no, 'as planned']));
    await stalled.bringBack();
    expect(await due()).toEqual({ ...others, late: 'as planned', unwatched: 'as planned' });
    await run([`UPDATE database_epoch SET history = 'restored'`]);
    await look();
    await stalled.bringBack();
    expect(await due()).toEqual({ ...others, late: 'within hours', unwatched: 'within hours' });
    // The second finds none further, and ends it.
    await stalled.bringBack();
    const put = `UPDATE schedules SET next_query_at = ${inHours(20)} WHERE trade_no <> 'soon'`;
    await run([put]);
    await stalled.bringBack();
    expect(await due()).toEqual({ ...others, late: 'as planned', unwatched: 'as planned' });
  });
});
