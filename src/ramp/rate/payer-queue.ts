/** Bounds the memory for a round that never ends. */
const MOST_SERVED = 1000;

interface QueueEntry<T> {
  readonly payer: string | null;
  readonly round: number;
  readonly item: T;
}

/** Payers have one turn a round, in order of arrival: many calls of one delay only their own. null is one payer. */
export class PayerQueue<T> {
  /** In turn order. */
  private entries: QueueEntry<T>[] = [];
  private round = 0;
  /** The round of each payer's last turn. */
  private readonly served = new Map<string | null, number>();

  get size(): number {
    return this.entries.length;
  }

  get items(): readonly T[] {
    return this.entries.map(({ item }) => item);
  }

  add(payer: string | null, item: T): void {
    const round = this.nextRound(payer);
    const behind = this.entries.findIndex((entry) => entry.round > round);
    this.entries.splice(behind < 0 ? this.size : behind, 0, { payer, round, item });
  }

  remove(item: T): void {
    this.entries = this.entries.filter((entry) => entry.item !== item);
  }

  take(): T | undefined {
    const next = this.entries.shift();
    if (next === undefined) return undefined;
    if (next.round > this.round || this.served.size >= MOST_SERVED) this.served.clear();
    this.round = next.round;
    this.served.set(next.payer, next.round);
    return next.item;
  }

  last(): T | undefined {
    return this.entries.at(-1)?.item;
  }

  /** The entry to evict for another one of `payer`, whose turn would come in an earlier round. */
  evictFor(payer: string | null): T | undefined {
    const last = this.entries.at(-1);
    return last !== undefined && last.round > this.nextRound(payer) ? last.item : undefined;
  }

  private nextRound(payer: string | null): number {
    const own = this.entries.findLast((entry) => entry.payer === payer)?.round ?? this.served.get(payer);
    return own === undefined ? this.round : Math.max(this.round, own + 1);
  }
}
