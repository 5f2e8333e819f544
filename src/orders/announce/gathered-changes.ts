import type { ChangedOrder } from './changes-text.js';

/** Changes that wait to be told, one entry for each order: its newest version, or null when it has to be read anyway. */
export class GatheredChanges {
  #waiting = new Map<string, number | null>();

  /** What is beyond `most` orders is dropped: whoever has to know finds out by itself, a little later. */
  constructor(private readonly most: number) {}

  add({ merchantOrderNo, version }: ChangedOrder): void {
    const known = this.#waiting.get(merchantOrderNo);
    if (known === undefined && this.#waiting.size >= this.most) return;
    const isForced = version === null || known === null;
    this.#waiting.set(merchantOrderNo, isForced ? null : Math.max(version, known ?? 0));
  }

  get isEmpty(): boolean {
    return this.#waiting.size === 0;
  }

  /** All of them; none waits any more. */
  take(): ChangedOrder[] {
    const taken = [...this.#waiting].map(([merchantOrderNo, version]) => ({ merchantOrderNo, version }));
    this.#waiting = new Map();
    return taken;
  }
}
