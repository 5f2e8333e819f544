const DRIFT = 1 / 10_000;
const STEP_MS = 1;
const GOOD_MS = 50;
const ENOUGH = 3;

/**
 * How far another machine's clock is ahead of ours, as bounds narrowed by each exchange: the other clock was read
 * between our request and its answer. An exchange that contradicts the bounds (a clock was set, or the machine changed)
 * resets them.
 */
export class ClockDifference {
  private least = Number.NEGATIVE_INFINITY;
  private most = Number.POSITIVE_INFINITY;
  private learnedAt = 0;
  private exchanges = 0;

  /** The distance between the bounds; infinite before the first exchange. */
  get uncertainty(): number {
    return this.most - this.least;
  }

  /** Are the bounds as narrow as they will get? Not after a single slow exchange, unless all are slow. */
  get isKnown(): boolean {
    return this.uncertainty <= GOOD_MS || this.exchanges >= ENOUGH;
  }

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

  /** When, by our clock, theirs has certainly reached that moment. */
  ours(theirs: number): number {
    return theirs - this.least;
  }
}
