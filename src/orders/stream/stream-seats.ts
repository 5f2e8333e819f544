/** How many streams may be open in this process: all together, and for each order or caller. */
export class StreamSeats {
  readonly #taken = new Map<string, number>();
  #all = 0;

  constructor(private readonly most: number) {}

  get taken(): number {
    return this.#all;
  }

  /** Gives how to leave the seat, which may be done twice; null: none is free. */
  take(): (() => void) | null {
    if (this.#all >= this.most) return null;
    this.#all += 1;
    return once(() => (this.#all -= 1));
  }

  /** The same of the seats that `whose` may have. */
  takeOf(whose: string, most: number): (() => void) | null {
    const taken = this.#taken.get(whose) ?? 0;
    if (taken >= most) return null;
    this.#taken.set(whose, taken + 1);
    return once(() => {
      const left = (this.#taken.get(whose) ?? 1) - 1;
      if (left === 0) this.#taken.delete(whose);
      else this.#taken.set(whose, left);
    });
  }
}

function once(act: () => void): () => void {
  let isDone = false;
  return () => {
    if (!isDone) act();
    isDone = true;
  };
}
