/** Bounds the memory for a round that never ends. */
const MOST_SERVED = 1000;

/**
 * A queue that rotates among payers: each has one turn a round, in the order in which they began to wait, so that a
 * payer with many calls delays only their own. Calls without a payer count as one.
 */
export class PayerQueue<T> {
  /** Waiting entries by payer; both in order of arrival. */
  private readonly lines = new Map<string | null, Set<T>>();
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

  remove(payer: string | null, one: T): void {
    const line = this.lines.get(payer);
    if (line?.delete(one) !== true) return;
    this.count -= 1;
    if (line.size === 0) this.lines.delete(payer);
  }

  /** Removes and returns the next entry; null: the queue is empty. */
  take(): T | null {
    if (this.count === 0) return null;
    const payers = [...this.lines.keys()];
    // All waiting payers had a turn, so a new round begins; payers who left are forgotten.
    if (payers.every((payer) => this.served.has(payer)) || this.served.size >= MOST_SERVED) this.served.clear();
    const payer = payers.find((candidate) => !this.served.has(candidate)) ?? null;
    const [first] = this.lines.get(payer) ?? [];
    if (first === undefined) return null;
    this.remove(payer, first);
    this.served.add(payer);
    return first;
  }

  /**
   * The entry to evict for another one of `payer`: the newest of the longest line. null: no line is longer than this
   * payer's would be.
   */
  yieldsTo(payer: string | null): T | null {
    const own = (this.lines.get(payer)?.size ?? 0) + 1;
    const longest = [...this.lines.values()].reduce<Set<T> | null>(
      (found, line) => (line.size > (found?.size ?? own) ? line : found),
      null,
    );
    return [...(longest ?? [])].at(-1) ?? null;
  }

  /** The entry whose turn comes last; null: the queue is empty. */
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
