import { performance } from 'node:perf_hooks';

/** Time that only goes forward, whatever happens to the machine's clock; milliseconds from some beginning. */
export abstract class MonotonicTime {
  abstract now(): number;

  /** Calls `then` after that many milliseconds, unless the function that is given back was called before. */
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
