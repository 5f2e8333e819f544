import { performance } from 'node:perf_hooks';

/** Milliseconds of a clock that only goes forward. */
export abstract class MonotonicTime {
  abstract now(): number;

  /** Calls `then` after a delay; the returned function cancels it. */
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
