/** Two clocks drift apart by no more than this. */
const DRIFT = 1 / 10_000;
/** The other clock is read in whole milliseconds. */
const STEP_MS = 1;
const GOOD_MS = 50;
const ENOUGH = 3;

/**
 * How far another machine's clock is ahead of ours, in bounds that each exchange with it narrows: it was read there after
 * we had asked, and before we had the answer. An exchange that contradicts the bounds (the clock was set, or it is another
 * machine now) makes new ones.
 */
export class ClockDifference {
  private least = Number.NEGATIVE_INFINITY;
  private most = Number.POSITIVE_INFINITY;
  private learnedAt = 0;
  private exchanges = 0;

  /** Between what is the least and what is the most; infinite while nothing is known. */
  get uncertainty(): number {
    return this.most - this.least;
  }

  /** Is it known as well as it can be? Not after a slow first exchange, unless all of them are. */
  get isKnown(): boolean {
    return this.uncertainty <= GOOD_MS || this.exchanges >= ENOUGH;
  }

  /** false: it contradicts what was known. */
  learn(theirs: number, sentAt: number, receivedAt: number): boolean {
    const drift = (receivedAt - this.learnedAt) * DRIFT;
    const [from, to] = [theirs - receivedAt, theirs + STEP_MS - sentAt];
    const [least, most] = [Math.max(from, this.least - drift), Math.min(to, this.most + drift)];
    const agrees = least <= most;
    this.exchanges = agrees ? this.exchanges + 1 : 1;
    [this.least, this.most] = agrees ? [least, most] : [from, to];
    this.learnedAt = receivedAt;
    return agrees;
  }

  /** When, by our clock, theirs has certainly come to that moment. */
  ours(theirs: number): number {
    return theirs - this.least;
  }
}
