/** So many payers of a round that goes on and on are enough to remember. */
const MOST_SERVED = 1000;

/**
 * Those who wait, served by turns of their payers: each payer has one turn a round, in the order in which they began to
 * wait, so one who has asked for much waits for himself alone. Without a payer all are one.
 */
export class PayerQueue<T> {
  /** Who waits, by payer, in the order of arrival; payers too. */
  private readonly lines = new Map<string | null, Set<T>>();
  /** Whose turn it was in the present round. */
  private readonly served = new Set<string | null>();
  private count = 0;

  get size(): number {
    return this.count;
  }

  add(payer: string | null, one: T): void {
    const line = this.lines.get(payer) ?? new Set();
    this.lines.set(payer, line.add(one));
    this.count += 1;
  }

  /** Does nothing when it does not wait. */
  remove(payer: string | null, one: T): void {
    const line = this.lines.get(payer);
    if (line?.delete(one) !== true) return;
    this.count -= 1;
    if (line.size === 0) this.lines.delete(payer);
  }

  /** Whose turn it is, taken out; null: nobody waits. */
  take(): T | null {
    if (this.count === 0) return null;
    const payers = [...this.lines.keys()];
    // Everybody who waits had a turn: the next round begins. Those who are gone need not be remembered any longer.
    if (payers.every((payer) => this.served.has(payer)) || this.served.size >= MOST_SERVED) this.served.clear();
    const payer = payers.find((candidate) => !this.served.has(candidate)) ?? null;
    const [first] = this.lines.get(payer) ?? [];
    if (first === undefined) return null;
    this.remove(payer, first);
    this.served.add(payer);
    return first;
  }

  /**
   * Who has to make room for one more of `payer` where there is no place left: the last one of the longest line. null: no
   * line is longer than this payer's own would be.
   */
  yieldsTo(payer: string | null): T | null {
    const own = (this.lines.get(payer)?.size ?? 0) + 1;
    const longest = [...this.lines.values()].reduce<Set<T> | null>(
      (found, line) => (line.size > (found?.size ?? own) ? line : found),
      null,
    );
    return [...(longest ?? [])].at(-1) ?? null;
  }

  /** Whose turn comes last; null: nobody waits. */
  last(): T | null {
    let last: { readonly rounds: number; readonly one: T | undefined } = { rounds: 0, one: undefined };
    for (const [payer, line] of this.lines) {
      const rounds = line.size + (this.served.has(payer) ? 1 : 0);
      if (rounds >= last.rounds) last = { rounds, one: [...line].at(-1) };
    }
    return last.one ?? null;
  }

  all(): T[] {
    return [...this.lines.values()].flatMap((line) => [...line]);
  }
}
