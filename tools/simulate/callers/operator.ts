import { MINUTE } from '../../../src/platform/time/time.js';
import type { RunSql } from './api-key.js';

/** A create that was on its way when commits were lost arrives within this time. */
const UNDER_WAY_MS = 20 * MINUTE;

const MISSING = `SELECT FROM unnest($1::text[]) AS made(number)
  WHERE NOT EXISTS (SELECT FROM trades WHERE lower(trade_no) = number)
    AND NOT EXISTS (SELECT FROM doubted_numbers WHERE merchant_order_no = regexp_replace(number, '-r[0-9]+$', ''))`;

/**
 * The operator's steps after a failover, as documented: ends the doubt early if the database has, or doubts, every number
 * of the provider's own list. Resolves to whether it was ended.
 */
export async function endDoubt(run: RunSql, lostAt: number, now: number, made: readonly string[]): Promise<boolean> {
  if (now < lostAt + UNDER_WAY_MS) return false;
  const missing = await run(MISSING, [made.map((number) => number.toLowerCase())]);
  if (missing.length > 0) return false;
  const ended = await run(
    'UPDATE database_epoch SET doubted_at = NULL WHERE doubted_at IS NOT NULL RETURNING epoch',
    [],
  );
  return ended.length > 0;
}
