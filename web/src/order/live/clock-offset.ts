const LONGEST_ROUND_MS = 10_000;

/**
 * By how many milliseconds the service's clock is ahead of this one, from the `Date` of an answer, which is good to a second;
 * null: it cannot be told.
 */
export function clockOffsetMs(date: string | null, askedAt: number, answeredAt: number): number | null {
  const told = date === null ? Number.NaN : Date.parse(date);
  if (Number.isNaN(told) || answeredAt < askedAt || answeredAt - askedAt > LONGEST_ROUND_MS) return null;
  const offset = told + 500 - (askedAt + answeredAt) / 2;
  // Less than that is no difference of clocks, but of roundings and ways.
  return Math.abs(offset) < 2000 ? 0 : offset;
}

/** Asks for this page's head once more. */
export async function measureClockOffset(): Promise<number | null> {
  const askedAt = Date.now();
  try {
    const { headers } = await fetch(location.pathname, { method: 'HEAD', cache: 'no-store' });
    return clockOffsetMs(headers.get('Date'), askedAt, Date.now());
  } catch {
    return null;
  }
}
