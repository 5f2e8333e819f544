/** In milliseconds. */
export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
export const YEAR = 365 * DAY;

export interface Timer {
  cancel(): void;
}

/** All clocks and timers of the service, so that a simulation can replace them. Leases and due times use Postgres' clock. */
export abstract class Time {
  /** The time of day, by this process. */
  abstract now(): Date;

  /** Milliseconds of a clock that only goes forward. */
  abstract monotonic(): number;

  /** Once. A pending timer keeps the process alive. */
  abstract after(ms: number, then: () => void): Timer;

  abstract every(ms: number, then: () => void): Timer;

  /** Lets input and output that is ready go first. */
  turn(): Promise<void> {
    return this.sleep(0);
  }

  /** Rejects with an AbortError when the signal aborts. */
  async sleep(ms: number, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    await new Promise<void>((resolve, reject) => {
      const abort = (): void => {
        timer.cancel();
        reject(signal?.reason as Error);
      };
      const timer = this.after(ms, () => {
        signal?.removeEventListener('abort', abort);
        resolve();
      });
      signal?.addEventListener('abort', abort, { once: true });
    });
  }
}

/** The time of the machine. */
export class ProcessTime extends Time {
  now(): Date {
    return new Date();
  }

  monotonic(): number {
    return performance.now();
  }

  after(ms: number, then: () => void): Timer {
    const timer = setTimeout(then, ms);
    return { cancel: () => clearTimeout(timer) };
  }

  every(ms: number, then: () => void): Timer {
    const timer = setInterval(then, ms);
    return { cancel: () => clearInterval(timer) };
  }

  override turn(): Promise<void> {
    return new Promise((resolve) => setImmediate(resolve));
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
