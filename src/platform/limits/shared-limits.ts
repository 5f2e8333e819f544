import type { Uses } from './buckets.js';

/** Where all replicas keep together how often each caller and address has asked. Both methods reject as the database does. */
export abstract class SharedLimits {
  /**
   * Adds what one process has let through, `agoMs` being how long ago the first of it was; gives how far each bucket is
   * ahead then, in milliseconds.
   */
  abstract add(uses: Uses['list'], agoMs: number): Promise<ReadonlyMap<string, number>>;

  /** Throws away what is over; true: something is left, for a later time. */
  abstract clean(): Promise<boolean>;
}
