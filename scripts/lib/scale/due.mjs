/**
 * A priority queue of the schedule by due time (binary heap). Skips entries whose trade was rescheduled since.
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
    for (let above = heap[(place - 1) >> 1]; above && above.at > entry.at; above = heap[(place - 1) >> 1]) {
      heap[place] = above;
      place = (place - 1) >> 1;
    }
    heap[place] = entry;
  }

  /** The first due time; Infinity: empty. */
  next() {
    let first = this.#heap[0];
    for (; first && first.turn !== first.trade.turn; first = this.#heap[0]) this.#shift();
    return first?.at ?? Infinity;
  }

  /** The first trade that is due at `now`, or null. @param {number} now @returns {T | null} */
  take(now) {
    return this.next() <= now ? this.#shift() : null;
  }

  #shift() {
    const heap = this.#heap;
    const trade = heap[0]?.trade ?? null;
    const last = heap.pop();
    if (!last || heap.length === 0) return trade;
    let place = 0;
    for (;;) {
      let child = 2 * place + 1;
      if ((heap[child + 1]?.at ?? Infinity) < (heap[child]?.at ?? Infinity)) child += 1;
      const below = heap[child];
      if (!below || below.at >= last.at) break;
      heap[place] = below;
      place = child;
    }
    heap[place] = last;
    return trade;
  }
}
