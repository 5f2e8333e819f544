/**
 * Where the time comes from. Everything that needs the time is given a `Clock`; nothing calls `Date.now()` by itself.
 * Leases and due times do not use it: they use Postgres' clock.
 */
export abstract class Clock {
  /** The present moment; precision: milliseconds. */
  abstract now(): Date;
}

/** The machine's own clock. */
export class SystemClock extends Clock {
  now(): Date {
    return new Date();
  }
}
