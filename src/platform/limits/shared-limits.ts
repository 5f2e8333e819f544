import type { Uses } from './buckets.js';

/** Shared request rates of all replicas. Both methods reject with database errors. */
export abstract class SharedLimits {
  /** Adds uses of one process, the first of them `agoMs` ago; returns how far each bucket is ahead, in milliseconds. */
  abstract add(uses: Uses['list'], agoMs: number): Promise<ReadonlyMap<string, number>>;

  abstract clean(): Promise<boolean>;
}
