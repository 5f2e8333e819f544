interface Waiter<Value> {
  resolve(result: IteratorResult<Value, undefined>): void;
  reject(error: unknown): void;
}

type End = { readonly kind: 'done' } | { readonly kind: 'failed'; readonly error: unknown };

/**
 * An iterator that yields only the newest value and skips older ones. `begin` runs at the first `next`, `stop` at
 * `return`.
 */
export class Latest<Value> implements AsyncIterableIterator<Value, undefined> {
  #newest: { readonly value: Value } | null = null;
  #end: End | null = null;
  #hasBegun = false;
  #waiting: Waiter<Value>[] = [];

  constructor(
    private readonly begin: () => void,
    private readonly stop: () => void,
  ) {}

  [Symbol.asyncIterator](): this {
    return this;
  }

  put(value: Value): void {
    const waiter = this.#waiting.shift();
    if (waiter === undefined) this.#newest = { value };
    else waiter.resolve({ done: false, value });
  }

  /** No more values; an unread one is still yielded. */
  done(): void {
    this.#finish({ kind: 'done' });
  }

  /** The next or waiting call rejects with the error; after it the iterator is done. */
  fail(error: unknown): void {
    this.#newest = null;
    this.#finish({ kind: 'failed', error });
  }

  next(): Promise<IteratorResult<Value, undefined>> {
    if (!this.#hasBegun && this.#end === null) {
      this.#hasBegun = true;
      this.begin();
    }
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject });
      this.#serve();
    });
  }

  return(): Promise<IteratorResult<Value, undefined>> {
    this.#newest = null;
    this.#finish({ kind: 'done' });
    this.stop();
    return Promise.resolve({ done: true, value: undefined });
  }

  #finish(end: End): void {
    this.#end ??= end;
    this.#serve();
  }

  /** Settles waiting calls: first the newest value, then the end. An error is thrown once. */
  #serve(): void {
    for (let waiter = this.#waiting.at(0); waiter !== undefined; waiter = this.#waiting.at(0)) {
      const [newest, end] = [this.#newest, this.#end];
      if (newest === null && end === null) return;
      this.#waiting.shift();
      if (newest !== null) {
        this.#newest = null;
        waiter.resolve({ done: false, value: newest.value });
      } else if (end?.kind === 'failed') {
        this.#end = { kind: 'done' };
        waiter.reject(end.error);
      } else {
        waiter.resolve({ done: true, value: undefined });
      }
    }
  }
}
