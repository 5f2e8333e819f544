/**
 * SQLSTATEs that mean "not now": connections (08), resources (53), shutdown or start (57P), a standby during a failover
 * (25006, 55000), timeouts (55P03, 57014), and deadlocks and conflicts that persist after retries (40).
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
  'EPROTO',
]);

/** OpenSSL's, of a connection that was open: of a record that is broken, or that a proxy wrote in plain text. */
const TLS_CODE = /^ERR_SSL_/;

/** The database lacks migrations of this code, or has others. */
export class NotMigrated extends Error {}

/** Messages of pg, its pool and TypeORM that have no code. */
const TEXTS =
  /connection terminated|timeout exceeded when trying to connect|query read timeout|connection error and is not queryable|client was closed and is not queryable|driver not connected|connection is not established|cannot use a pool after calling end/i;

export function sqlState(error: unknown): string | null {
  const code = property(error, 'code') ?? property(property(error, 'driverError'), 'code');
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code : null;
}

export function brokenConstraint(error: unknown): string | null {
  const name = property(error, 'constraint') ?? property(property(error, 'driverError'), 'constraint');
  return typeof name === 'string' ? name : null;
}

/** PgBouncer refuses unknown startup parameters, such as a statement timeout. */
export function isStartupParameterRefused(error: unknown): boolean {
  return sqlState(error) === '08P01' && error instanceof Error && /startup parameter/i.test(error.message);
}

/** Postgres rolled the statement back; it may be tried again. */
export function isRetryable(error: unknown): boolean {
  const state = sqlState(error);
  return state === '40001' || state === '40P01' || isPlanOutdated(error) || isStatementNameLost(error);
}

/** A migration changed a prepared statement's result type. Nothing was executed; the pool closes the connection. */
const isPlanOutdated = (error: unknown): boolean =>
  sqlState(error) === '0A000' && property(error, 'routine') === 'RevalidateCachedQuery';

/** The connection lost a prepared statement, or already has one of this name. Nothing was executed. */
export function isStatementNameLost(error: unknown): boolean {
  const state = sqlState(error);
  return state === '26000' || state === '42P05';
}

/** Others have a row locked for longer than the statement may wait. */
export const isLockedOut = (error: unknown): boolean => sqlState(error) === '55P03';

/** A lock or statement timeout. It concerns this statement, not the database. */
export const isTooSlow = (error: unknown): boolean => isLockedOut(error) || sqlState(error) === '57014';

/** Postgres works but cannot run this statement now: a timeout, or no free connection in the pool or the server. */
export function isOverload(error: unknown): boolean {
  const isPoolFull = error instanceof Error && error.message === 'timeout exceeded when trying to connect';
  return isPoolFull || isTooSlow(error) || sqlState(error) === '53300';
}

/** Certainly nothing was committed, because of one statement: the others of its transaction can run again. */
export function isRolledBack(error: unknown): boolean {
  return sqlState(error) !== null && (!isDatabaseAway(error) || isRetryable(error) || isTooSlow(error));
}

/** Unreachable, or unable to serve for now. The statement may have been committed, so writers read back. */
export function isDatabaseAway(error: unknown): boolean {
  if (error instanceof NotMigrated) return true;
  if (!(error instanceof Error)) return false;
  const { code, driverError, cause } = error as { code?: unknown; driverError?: unknown; cause?: unknown };
  if (typeof code === 'string' && (NETWORK_CODES.has(code) || TLS_CODE.test(code) || isPassingState(code))) {
    return true;
  }
  if (TEXTS.test(error.message)) return true;
  const inner = driverError ?? cause;
  return inner !== error && inner !== undefined && isDatabaseAway(inner);
}

/** By SQLSTATE or Node's code: an open connection was ended. */
const LOST_CODE = /^(?:57P01|57P02|0800[36]|ECONNRESET|EPIPE|ECONNABORTED)$/;
const LOST_TEXT = /^connection terminated(?: unexpectedly)?$|not queryable/i;

/** An open connection broke. Not a timeout, nor a refusal to connect: the server will not answer soon. */
export function isConnectionLost(error: unknown): boolean {
  const code = sqlState(error) ?? property(error, 'code');
  return (
    (typeof code === 'string' && LOST_CODE.test(code)) || (error instanceof Error && LOST_TEXT.test(error.message))
  );
}

function isPassingState(code: string): boolean {
  return /^[0-9A-Z]{5}$/.test(code) && PASSING_STATES.test(code);
}

function property(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}
