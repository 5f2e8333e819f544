const WINDOW_MS = 1000;

/** Counts calls by the machine's clock: callers' own clocks run at its speed, however far the virtual one has leapt. */
export class RateMeter {
  private taken: number[] = [];

  /** Whether one more call stays within so many in any second; only a call that does is counted. 0: there is no limit. */
  admits(mostPerSecond: number): boolean {
    if (mostPerSecond === 0) return true;
    const now = performance.now();
    this.taken = this.taken.filter((moment) => now - moment < WINDOW_MS);
    if (this.taken.length >= mostPerSecond) return false;
    this.taken.push(now);
    return true;
  }
}
