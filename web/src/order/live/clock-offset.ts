const LONGEST_ROUND_MS = 10_000;

/**
 * How many milliseconds the service's clock is ahead of the local one. The `Date` header is accurate to a second;
 * null: unknown.
 */
export function clockOffsetMs(date: string | null, askedAt: number, answeredAt: number): number | null {
  const serverTime = date === null ? Number.NaN : Date.parse(date);
  if (Number.isNaN(serverTime) || answeredAt < askedAt || answeredAt - askedAt > LONGEST_ROUND_MS) return null;
  const offset = serverTime + 500 - (askedAt + answeredAt) / 2;
  // A smaller difference is rounding and latency.
  return Math.abs(offset) < 2000 ? 0 : offset;
}

/** Requests this page's head and compares its `Date`. */
export async function measureClockOffset(): Promise<number | null> {
  const askedAt = Date.now();
  try {
    const { headers } = await fetch(location.pathname, { method: 'HEAD', cache: 'no-store' });
    return clockOffsetMs(headers.get('Date'), askedAt, Date.now());
  } catch {
    return null;
  }
}
