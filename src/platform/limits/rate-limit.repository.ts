import { Injectable } from '@nestjs/common';
import { Database } from '../database/database.js';
import { KeysService } from '../crypto/keys.service.js';
import type { Use } from './buckets.js';
import { costMs } from './gcra.js';
import { SharedLimits } from './shared-limits.js';

/** Enough to tell two callers apart for certain. */
const BUCKET_BYTES = 16;
/** By so many bursts a bucket may be ahead; replicas that did not know of each other may have gone beyond one. */
const MOST_BURSTS = 5;
const CLEANED_AT_ONCE = 10_000;

/**
 * `$3` milliseconds ago the first of all this was let through: time that has passed since then counts. A bucket that
 * is ahead by more than `$4` milliseconds was written before Postgres' clock was set back, and counts as one burst ahead.
 * Rows are locked in one order, so that replicas do not wait for each other in a circle.
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

/** What replicas know together, in one table. An address is personal data, so a bucket stands there under an HMAC alone. */
@Injectable()
export class RateLimitRepository extends SharedLimits {
  constructor(
    private readonly database: Database,
    private readonly keys: KeysService,
  ) {
    super();
  }

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

  async clean(): Promise<boolean> {
    await this.database.query(CLEAN, [CLEANED_AT_ONCE]);
    return (await this.database.query('SELECT 1 FROM rate_limits LIMIT 1')).length === 1;
  }

  /** What the buckets are called in the table, in hexadecimal digits, and whose each is; in the order of `uses`. */
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
