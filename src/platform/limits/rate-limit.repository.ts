import { Injectable } from '@nestjs/common';
import { Database } from '../database/database.js';
import { entity } from '../database/entity-table.js';
import { KeysService } from '../crypto/keys.service.js';
import type { Use } from './buckets.js';
import { costMs } from './buckets.js';

const BUCKET_BYTES = 16;
/** The most bursts that a bucket may be ahead; replicas that have not shared yet may together exceed one. */
const MOST_BURSTS = 5;
const CLEANED_AT_ONCE = 10_000;

/** `tat`: the theoretical arrival time, see `buckets.ts`. */
const LIMIT_COLUMNS = { bucket: 'bytea', tat: 'timestamptz' } as const;

export const RateLimitEntity = entity('rate_limits', LIMIT_COLUMNS, ['bucket'], {});

/**
 * The first use was `$3` ms ago. A bucket more than `$4` ms ahead was written before Postgres' clock was set back, and
 * counts as one burst. Rows are locked in one order to avoid deadlocks.
 */
const ADD = `
  INSERT INTO rate_limits AS known (bucket, tat)
  SELECT used.bucket, checkout_now() - $3::float8 * interval '1 ms' + used.ms * interval '1 ms'
    FROM unnest($1::bytea[], $2::float8[]) AS used (bucket, ms) ORDER BY used.bucket
  ON CONFLICT (bucket) DO UPDATE SET tat = excluded.tat + greatest(
      CASE WHEN known.tat <= checkout_now() + $4::float8 * interval '1 ms' THEN known.tat
           ELSE checkout_now() + $4::float8 / ${MOST_BURSTS} * interval '1 ms' END - (checkout_now() - $3::float8 * interval '1 ms'),
      interval '0')
  RETURNING encode(bucket, 'hex') AS bucket, extract(epoch FROM tat - checkout_now())::float8 * 1000 AS ahead_ms`;

const CLEAN = `
  DELETE FROM rate_limits WHERE bucket IN (
    SELECT bucket FROM rate_limits WHERE tat < checkout_now() - interval '10 s' LIMIT $1 FOR UPDATE SKIP LOCKED)`;

/** The shared state of all replicas. An address is personal data, so buckets are stored as HMACs. */
@Injectable()
export class RateLimitRepository {
  constructor(
    private readonly database: Database,
    private readonly keys: KeysService,
  ) {}

  /** Adds uses of one process, the first of them `agoMs` ago; returns how far each bucket is ahead, in milliseconds. */
  async add(uses: readonly Use[], agoMs: number): Promise<ReadonlyMap<string, number>> {
    const ids = await this.bucketIds(uses);
    const mostMs = Math.max(...uses.map(({ rate }) => MOST_BURSTS * rate.burst * costMs(rate)));
    const rows = await this.database.query<{ bucket: string; ahead_ms: number }>(ADD, [
      [...ids.keys()].map((bucket) => Buffer.from(bucket, 'hex')),
      uses.map(({ rate, count }) => count * costMs(rate)),
      agoMs,
      mostMs,
    ]);
    return new Map(rows.map((row) => [ids.get(row.bucket) ?? '', row.ahead_ms]));
  }

  /** Returns whether rows are left. */
  async clean(): Promise<boolean> {
    await this.database.query(CLEAN, [CLEANED_AT_ONCE]);
    return (await this.database.query('SELECT 1 FROM rate_limits LIMIT 1')).length === 1;
  }

  /** Maps each bucket's id in the table, in hexadecimal, to its local id; in the order of `uses`. */
  private async bucketIds(uses: readonly Use[]): Promise<ReadonlyMap<string, string>> {
    const ring = await this.keys.ring();
    return new Map(
      uses.map(({ id }) => {
        const mac = ring.mac('rate-limit', id);
        if (mac === null) throw new Error('the newest key is not in the ring');
        return [mac.subarray(0, BUCKET_BYTES).toString('hex'), id];
      }),
    );
  }
}
