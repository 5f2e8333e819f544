import pg from 'pg';
import { forgetServiceOf } from '#src/cli/forget/forget-service.js';
import { createDataSource } from '#src/data-source.js';
import { Database } from '#src/platform/database/database.js';
import { PooledStatements } from '#src/platform/database/statements.js';
import { Problem } from '#src/platform/problems/problem.js';
import { asServiceRole, freshDatabase } from '../database.js';
import { openOrderWriter } from '../order-writer.js';
import type { OrderWriter } from '../order-writer.js';
import { SERVICE_KEY, until } from '../service.js';
import { serviceKey } from '../service-keys.js';
import { Rows } from '../service-rows.js';

/** The sides whose commits a test can delay, each by an advisory lock. */
const HELD = { eraser: 1, writer: 2 } as const;
type Side = keyof typeof HELD;

export const OLD_KEY = 'old';

/** Delays commits of the writer on any table, and of the eraser on `orders`. */
const HOLD = `
  CREATE FUNCTION hold() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE side text := current_setting('race.side', true);
    BEGIN
      IF side = 'writer' THEN PERFORM pg_advisory_xact_lock_shared(${HELD.writer}); END IF;
      IF side = 'eraser' AND TG_TABLE_NAME = 'orders' THEN PERFORM pg_advisory_xact_lock_shared(${HELD.eraser}); END IF;
      RETURN NULL;
    END $$`;
const TABLES = ['orders', 'trades', 'order_events', 'mismatches', 'webhook_attempts', 'callback_receipts'];

const WAITING = `
  SELECT count(DISTINCT pid)::integer AS n FROM pg_locks JOIN pg_stat_activity USING (pid)
   WHERE NOT granted AND datname = current_database()`;

const as = (url: string, side: Side): string =>
  Object.assign(new URL(asServiceRole(url)), { search: `?options=${encodeURIComponent(`-c race.side=${side}`)}` }).href;

/** A database with a writer and an eraser on separate connections; either can be stopped before its commit. */
export class Race {
  private constructor(
    readonly opened: OrderWriter,
    readonly rows: Rows,
    private readonly control: pg.Client,
    private readonly forgetting: ReturnType<typeof forgetServiceOf>,
    readonly close: () => Promise<void>,
  ) {}

  static async open(): Promise<Race> {
    const testDatabase = await freshDatabase();
    const control = new pg.Client({ connectionString: testDatabase.url });
    await control.connect();
    await control.query(HOLD);
    for (const table of TABLES) {
      await control.query(
        `CREATE CONSTRAINT TRIGGER held AFTER INSERT OR UPDATE ON ${table} DEFERRABLE INITIALLY DEFERRED
           FOR EACH ROW EXECUTE FUNCTION hold()`,
      );
    }
    const keys = { SERVICE_KEY: `1:${SERVICE_KEY},${OLD_KEY}:${serviceKey(OLD_KEY)}` };
    const opened = openOrderWriter(as(testDatabase.url, 'writer'), keys);
    const source = createDataSource(as(testDatabase.url, 'eraser'));
    const keptByLaw = { address: 0, customer: 0, payee: 0 };
    const settings = { databaseUrl: testDatabase.url, serviceKeys: opened.settings.serviceKeys, keptByLaw };
    const rows = Rows.of(testDatabase.url);
    return new Race(
      opened,
      rows,
      control,
      forgetServiceOf(new Database(new PooledStatements(source)), settings as never),
      async () => {
        await Promise.all([opened.close(), source.destroy(), control.end(), rows.close()]);
        await testDatabase.drop();
      },
    );
  }

  /** false: the order has not ended, or is in review. */
  async forget(merchantOrderNo: string): Promise<boolean> {
    const actor = { id: 'key:x', name: 'x', address: null };
    const subject = { kind: 'order', value: merchantOrderNo } as const;
    try {
      await this.forgetting.forget(actor, subject, { dryRun: false, force: false });
      return true;
    } catch (error) {
      if (error instanceof Problem && error.code === 'order_not_ended') return false;
      throw error;
    }
  }

  /**
   * Runs `first` up to its commit, then the other side as far as it gets, then commits. Returns whether the order was
   * erased.
   */
  async between(first: Side, merchantOrderNo: string, write: () => Promise<unknown>): Promise<boolean> {
    const acts = { eraser: () => this.forget(merchantOrderNo), writer: write };
    const second = first === 'eraser' ? 'writer' : 'eraser';
    await this.control.query('SELECT pg_advisory_lock($1)', [HELD[first]]);
    const [ahead, isAheadDone] = watched(acts[first]());
    await until(`the ${first} stands before its commit`, async () => isAheadDone() || (await this.waiting()) > 0);
    const already = await this.waiting();
    const [behind, isBehindDone] = watched(acts[second]());
    await until(`the ${second} is done or waits`, async () => isBehindDone() || (await this.waiting()) > already);
    await this.control.query('SELECT pg_advisory_unlock($1)', [HELD[first]]);
    const [one, other] = await Promise.all([ahead, behind]);
    return (first === 'eraser' ? one : other) === true;
  }

  private async waiting(): Promise<number> {
    return (await this.control.query<{ n: number }>(WAITING)).rows[0]!.n;
  }
}

function watched(act: Promise<unknown>): [Promise<unknown>, () => boolean] {
  let isDone = false;
  const end = () => {
    isDone = true;
  };
  act.then(end, end);
  return [act, () => isDone];
}
