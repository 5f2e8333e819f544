/**
 * What is due first, of one queue of the schedule: a binary heap. Entries whose trade was given another time since are
 * passed over.
 *
 * @template {{ dueAt: number, turn: number }} T
 */
export class DueQueue {
  /** @type {{ at: number, turn: number, trade: T }[]} */
  #heap = [];

  /** @param {T} trade */
  add(trade) {
    const entry = { at: trade.dueAt, turn: trade.turn, trade };
    const heap = this.#heap;
    let place = heap.push(entry) - 1;
    while (place > 0 && heap[(place - 1) >> 1].at > entry.at) {
      heap[place] = heap[(place - 1) >> 1];
      place = (place - 1) >> 1;
    }
    heap[place] = entry;
  }

  /** When the first is due; Infinity: there is none. */
  next() {
    while (this.#heap.length > 0 && this.#heap[0].turn !== this.#heap[0].trade.turn) this.#shift();
    return this.#heap[0]?.at ?? Infinity;
  }

  /** The first that is due at `now`, or null. @param {number} now @returns {T | null} */
  take(now) {
    return this.next() <= now ? this.#shift() : null;
  }

  #shift() {
    const heap = this.#heap;
    const { trade } = heap[0];
    const last = heap.pop();
    if (heap.length === 0) return trade;
    let place = 0;
    for (;;) {
      let child = 2 * place + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && heap[child + 1].at < heap[child].at) child += 1;
      if (heap[child].at >= last.at) break;
      heap[place] = heap[child];
      place = child;
    }
    heap[place] = last;
    return trade;
  }
}
