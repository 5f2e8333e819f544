import pg from 'pg';
import { until } from './service.js';

export interface OrderRecord {
  readonly merchant_order_no: string;
  readonly status: string;
  readonly failure_code: string | null;
  readonly in_review: boolean;
  readonly version: number;
  readonly event_count: number;
  readonly last_event_mac: Buffer | null;
}

export interface TradeRecord {
  readonly trade_no: string;
  readonly n: number;
  readonly status: string;
  readonly outcome: string;
  readonly superseded: boolean;
  readonly stamp: string | null;
  readonly sends: number;
  readonly order_no: string | null;
  readonly pay_url: string | null;
  readonly ramp_status: string | null;
  readonly refusal: Readonly<Record<string, unknown>> | null;
  readonly next_query_at: Date | null;
  readonly lease_id: string | null;
  readonly missed_answers: number;
}

export interface EventRecord {
  readonly merchant_order_no: string;
  readonly seq: number;
  readonly at: Date;
  readonly trade_no: string | null;
  readonly kind: string;
  readonly cause: Readonly<Record<string, unknown>>;
  readonly data: Readonly<Record<string, unknown>>;
  readonly evidence: unknown;
  readonly evidence_mac: Buffer | null;
  readonly key_id: string;
  readonly mac: Buffer;
}

export interface ReceiptRecord {
  readonly id: string;
  readonly trade_no: string;
  readonly method: string;
  readonly digest: Buffer;
  readonly key_id: string;
  readonly content: Buffer;
  readonly claimed_status: string | null;
  readonly times: number;
}

export interface MismatchRecord {
  readonly id: string;
  readonly trade_no: string;
  readonly kind: string;
  readonly field: string;
  readonly asked: string | null;
  readonly seen: string | null;
  readonly resolved_at: Date | null;
  readonly resolved_by: string | null;
}

export interface WholeOrder {
  readonly order: OrderRecord | null;
  readonly trades: readonly TradeRecord[];
  readonly events: readonly EventRecord[];
}

/** SQLSTATE of a terminated connection. */
const ADMIN_SHUTDOWN = '57P01';

/** Stored rows, read directly instead of through the service. */
export class Rows {
  private constructor(
    private readonly pool: pg.Pool,
    private readonly connection: Pick<pg.ClientBase, 'query'> = pool,
  ) {}

  static of(databaseUrl: string): Rows {
    const pool = new pg.Pool({ connectionString: databaseUrl, max: 4 });
    // An idle connection lost its database; the next query reports it.
    pool.on('error', () => undefined);
    return new Rows(pool);
  }

  async query<Row extends pg.QueryResultRow>(sql: string, parameters: readonly unknown[] = []): Promise<Row[]> {
    const ask = async () => (await this.connection.query<Row>(sql, [...parameters])).rows;
    try {
      return await ask();
    } catch (error) {
      // After a clock shift the pool has not noticed that its connection is gone; nothing was executed on it.
      if ((error as { code?: unknown }).code !== ADMIN_SHUTDOWN) throw error;
      return ask();
    }
  }

  /** Runs `read` in one snapshot, under any load. */
  private async atOneMoment<Read>(read: (rows: Rows) => Promise<Read>): Promise<Read> {
    const client = await this.pool.connect();
    try {
      await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
      const seen = await read(new Rows(this.pool, client));
      await client.query('COMMIT');
      return seen;
    } finally {
      client.release(true);
    }
  }

  /** A whole order in one snapshot. */
  whole(merchantOrderNo: string): Promise<WholeOrder> {
    return this.atOneMoment(async (rows) => ({
      order: await rows.order(merchantOrderNo),
      trades: await rows.trades(merchantOrderNo),
      events: await rows.events(merchantOrderNo),
    }));
  }

  async order(merchantOrderNo: string): Promise<OrderRecord | null> {
    return (
      (await this.query<OrderRecord>('SELECT * FROM orders WHERE merchant_order_no = $1', [merchantOrderNo]))[0] ?? null
    );
  }

  /** Oldest first. */
  trades(merchantOrderNo: string): Promise<TradeRecord[]> {
    return this.query(
      'SELECT * FROM trades LEFT JOIN schedules USING (trade_no) WHERE merchant_order_no = $1 ORDER BY n',
      [merchantOrderNo],
    );
  }

  events(merchantOrderNo: string): Promise<EventRecord[]> {
    return this.query('SELECT * FROM order_events WHERE merchant_order_no = $1 ORDER BY seq', [merchantOrderNo]);
  }

  mismatches(merchantOrderNo: string): Promise<MismatchRecord[]> {
    return this.query('SELECT * FROM mismatches WHERE merchant_order_no = $1 ORDER BY opened_at, field', [
      merchantOrderNo,
    ]);
  }

  receipts(tradeNo: string): Promise<ReceiptRecord[]> {
    return this.query('SELECT * FROM callback_receipts WHERE trade_no = $1 ORDER BY received_at', [tradeNo]);
  }

  /** Announced events, in order. */
  async announced(merchantOrderNo: string): Promise<string[]> {
    const rows = await this.query<{ type: string }>(
      'SELECT type FROM outbox WHERE merchant_order_no = $1 ORDER BY version, type',
      [merchantOrderNo],
    );
    return rows.map(({ type }) => type);
  }

  async count(table: 'orders' | 'trades' | 'callback_receipts'): Promise<number> {
    return Number((await this.query<{ count: string }>(`SELECT count(*) FROM ${table}`))[0]?.count);
  }

  /** Waits for the stored status; not a poll request. */
  untilStatus(merchantOrderNo: string, status: string, patienceMs?: number): Promise<OrderRecord> {
    return until(
      `${merchantOrderNo} in ${status}`,
      async () => {
        const order = await this.order(merchantOrderNo);
        return order?.status === status ? order : null;
      },
      patienceMs,
    );
  }

  /** Puts the order's polls off for an hour. None is in flight afterwards, whose answer could plan the next one. */
  async holdPolls(merchantOrderNo: string): Promise<void> {
    await until('no poll is in flight', async () => {
      const open = await this.query(
        `UPDATE schedules SET next_query_at = checkout_now() + interval '1 hour'
          WHERE trade_no IN (SELECT trade_no FROM trades WHERE merchant_order_no = $1)
            AND (lease_id IS NOT NULL OR next_query_at < checkout_now() + interval '30 minutes')
        RETURNING trade_no`,
        [merchantOrderNo],
      );
      return open.length === 0;
    });
  }

  async close(): Promise<void> {
    await this.pool.end();
  }
}
