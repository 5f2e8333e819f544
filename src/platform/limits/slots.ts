/** Counts the slots that each holder has taken, up to a limit. */
export class Slots {
  readonly #taken = new Map<string, number>();

  taken(whose: string): number {
    return this.#taken.get(whose) ?? 0;
  }

  /** Returns a function that releases the slot, safe to call twice; null if `whose` has `most` already. */
  acquire(whose: string, most: number): (() => void) | null {
    const taken = this.taken(whose);
    if (taken >= most) return null;
    this.#taken.set(whose, taken + 1);
    let isLeft = false;
    return () => {
      if (isLeft) return;
      isLeft = true;
      const left = this.taken(whose) - 1;
      if (left === 0) this.#taken.delete(whose);
      else this.#taken.set(whose, left);
    };
  }
}
