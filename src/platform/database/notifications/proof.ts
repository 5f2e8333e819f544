/**
 * Whether notifications come through is not to be believed, only to be proved: poolers take a LISTEN and never deliver, and
 * a connection may be dead without anybody having said so. So we notify ourselves again and again; what comes back proves
 * that all of the way is open, as of the moment when it was sent. Times are milliseconds that only go forward.
 */
export class Proof {
  readonly #underWay = new Map<string, number>();
  #provedAt: number | null = null;

  /** `validMs`: how long one proof is good for. */
  constructor(private readonly validMs: number) {}

  sent(mark: string, now: number): void {
    for (const [older, at] of this.#underWay) if (now - at >= this.validMs) this.#underWay.delete(older);
    this.#underWay.set(mark, now);
  }

  /** Marks of other processes, and those of a connection that was lost, prove nothing. */
  heard(mark: string): void {
    const sentAt = this.#underWay.get(mark);
    if (sentAt === undefined) return;
    this.#underWay.delete(mark);
    this.#provedAt = Math.max(sentAt, this.#provedAt ?? sentAt);
  }

  lost(): void {
    this.#underWay.clear();
    this.#provedAt = null;
  }

  holds(now: number): boolean {
    return this.#provedAt !== null && now - this.#provedAt < this.validMs;
  }
}
