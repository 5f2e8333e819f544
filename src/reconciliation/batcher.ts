interface Waiting<In, Out> {
  readonly item: In;
  readonly resolve: (out: Out) => void;
  readonly reject: (error: unknown) => void;
}

/** Collects items into batches. A batch is processed when it is full or its first item has waited `lingerMs`. */
export class Batcher<In, Out> {
  #waiting: Waiting<In, Out>[] = [];
  #timer: NodeJS.Timeout | null = null;

  /** `work` returns one result per item, in order. */
  constructor(
    private readonly size: number,
    private readonly lingerMs: number,
    private readonly work: (items: readonly In[]) => Promise<readonly Out[]>,
  ) {}

  /** Resolves with the item's result; rejects if `work` fails for its batch. */
  add(item: In): Promise<Out> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject });
      if (this.#waiting.length >= this.size) this.#flush();
      else this.#timer ??= setTimeout(() => this.#flush(), this.lingerMs);
    });
  }

  #flush(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    const batch = this.#waiting;
    this.#waiting = [];
    this.work(batch.map(({ item }) => item)).then(
      (outs) => batch.forEach(({ resolve }, index) => resolve(outs[index] as Out)),
      (error: unknown) => batch.forEach(({ reject }) => reject(error)),
    );
  }
}
