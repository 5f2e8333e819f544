/**
 * SQLSTATEs that say "not now": connection exceptions (08), out of resources such as connections (53), shutting down
 * or starting up (57P), a standby that cannot write yet during a failover (25006), a lock or statement that took too
 * long (55P03, 57014), and what is left of deadlocks and serialization failures after retries (40).
 */
const PASSING_STATES = /^(?:08|53|57P|40)|^(?:25006|55P03|57014)$/;

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

/** What pg, its pool and TypeORM say without any code. */
const TEXTS =
  /connection terminated|timeout exceeded when trying to connect|query read timeout|connection error and is not queryable|client was closed and is not queryable|driver not connected|connection is not established|cannot use a pool after calling end/i;

/** Is this error about a database that cannot be reached or cannot serve at the moment, and not about what was asked? */
export function isDatabaseAway(error: unknown): boolean {
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
