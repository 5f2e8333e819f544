const MAX_MS = 10 * 60_000;

/**
 * A `Retry-After` header in milliseconds, ten minutes at most; null if it is missing or unreadable. `now`:
 * milliseconds since 1970, for the date form (RFC 9110).
 */
export function retryAfterMs(header: string | null, now: number): number | null {
  if (header === null) return null;
  const ms = /^\s*\d+\s*$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now;
  return Number.isNaN(ms) ? null : Math.min(Math.max(ms, 0), MAX_MS);
}
