/**
 * SQLSTATEs that say "not now": connection exceptions (08), out of resources such as connections (53), shutting down
 * or starting up (57P), a standby that cannot write yet during a failover (25006) and has no place in the log of its own
 * (55000), a lock or statement that took too long (55P03, 57014), and what is left of deadlocks and serialization failures
 * after retries (40).
 */
const PASSING_STATES = /^(?:08|53|57P|40)|^(?:25006|55000|55P03|57014)$/;

const NETWORK_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

/** The database lacks migrations of this code, or has others. */
export class NotMigrated extends Error {}

/** What pg, its pool and TypeORM say without any code. */
const TEXTS =
  /connection terminated|timeout exceeded when trying to connect|query read timeout|connection error and is not queryable|client was closed and is not queryable|driver not connected|connection is not established|cannot use a pool after calling end/i;

/** The SQLSTATE of a database error, or null when the error did not come from a statement. */
export function sqlState(error: unknown): string | null {
  const code = property(error, 'code') ?? property(property(error, 'driverError'), 'code');
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code : null;
}

/** The name of the constraint that a statement broke, or null. */
export function brokenConstraint(error: unknown): string | null {
  const name = property(error, 'constraint') ?? property(property(error, 'driverError'), 'constraint');
  return typeof name === 'string' ? name : null;
}

/** PgBouncer refuses what it does not know at the start of a connection, such as a time limit for statements. */
export function isStartupParameterRefused(error: unknown): boolean {
  return sqlState(error) === '08P01' && error instanceof Error && /startup parameter/i.test(error.message);
}

/** Postgres rolled the statement back because of others; the same statement may be tried again. */
export function isRetryable(error: unknown): boolean {
  const state = sqlState(error);
  return state === '40001' || state === '40P01' || isPlanOutdated(error) || isStatementNameLost(error);
}

/** A migration changed what a prepared statement gives back. Nothing was done; the pool throws the connection away. */
const isPlanOutdated = (error: unknown): boolean =>
  sqlState(error) === '0A000' && property(error, 'routine') === 'RevalidateCachedQuery';

/** The connection does not know the name of a prepared statement, or knows it already. Nothing was done. */
export function isStatementNameLost(error: unknown): boolean {
  const state = sqlState(error);
  return state === '26000' || state === '42P05';
}

/** One statement waited too long for a lock, or ran too long: it says something of that statement, not of the database. */
export function isTooSlow(error: unknown): boolean {
  const state = sqlState(error);
  return state === '55P03' || state === '57014';
}

/** Postgres serves, but not this statement now: it ran or waited too long, or the pool or the server had no free connection. */
export function isOverload(error: unknown): boolean {
  const isPoolFull = error instanceof Error && error.message === 'timeout exceeded when trying to connect';
  return isPoolFull || isTooSlow(error) || sqlState(error) === '53300';
}

/**
 * Is this error about a database that cannot be reached or cannot serve at the moment, and not about what was asked?
 * Then a statement may or may not have been committed: whoever writes reads back.
 */
export function isDatabaseAway(error: unknown): boolean {
  if (error instanceof NotMigrated) return true;
  if (!(error instanceof Error)) return false;
  const { code, driverError, cause } = error as { code?: unknown; driverError?: unknown; cause?: unknown };
  if (typeof code === 'string' && (NETWORK_CODES.has(code) || isPassingState(code))) return true;
  if (TEXTS.test(error.message)) return true;
  const inner = driverError ?? cause;
  return inner !== error && inner !== undefined && isDatabaseAway(inner);
}

function isPassingState(code: string): boolean {
  return /^[0-9A-Z]{5}$/.test(code) && PASSING_STATES.test(code);
}

function property(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}
