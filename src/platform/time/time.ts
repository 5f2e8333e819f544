import { performance } from 'node:perf_hooks';

/** In milliseconds. */
export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
export const YEAR = 365 * DAY;

/** The time of day, injected instead of `Date.now()`. Leases and due times use Postgres' clock. */
export abstract class Clock {
  abstract now(): Date;
}

export class SystemClock extends Clock {
  now(): Date {
    return new Date();
  }
}

/** Milliseconds of a clock that only goes forward. */
export abstract class MonotonicTime {
  abstract now(): number;

  abstract after(milliseconds: number, then: () => void): () => void;
}

export class ProcessTime extends MonotonicTime {
  now(): number {
    return performance.now();
  }

  after(milliseconds: number, then: () => void): () => void {
    const timer = setTimeout(then, milliseconds);
    return () => {
      clearTimeout(timer);
    };
  }
}

/** Years that Postgres supports, with a margin for time zones. */
const MOMENT = /^(?:19|[2-8]\d)\d{2}-\d\d-\d\d(?:T\d\d:\d\d:\d\d(?:\.\d{1,3})?(?:Z|[+-]\d\d:\d\d))?$/;

/** A date (midnight UTC) or an RFC 3339 time; null for other texts and days that do not exist. */
export function momentOf(text: string): Date | null {
  if (!MOMENT.test(text)) return null;
  // Date reads 30 February as 2 March.
  const midnight = new Date(`${text.slice(0, 10)}T00:00:00Z`);
  const moment = new Date(text);
  const isDay = !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(text.slice(0, 10));
  return isDay && !Number.isNaN(moment.getTime()) ? moment : null;
}

export const iso = (date: Date | null): string | null => date?.toISOString() ?? null;
