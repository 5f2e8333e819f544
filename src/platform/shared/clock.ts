/**
 * Source of the time. Code gets a `Clock` instead of calling `Date.now()`. Leases and due times use Postgres' clock
 * instead.
 */
export abstract class Clock {
  abstract now(): Date;
}

export class SystemClock extends Clock {
  now(): Date {
    return new Date();
  }
}
