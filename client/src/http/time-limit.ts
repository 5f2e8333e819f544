/** Ends something when its caller says so, or when its time is over. Without `AbortSignal.any`, which is not everywhere. */
export class TimeLimit {
  readonly #controller = new AbortController();
  readonly #caller: AbortSignal | undefined;
  #timer: ReturnType<typeof setTimeout>;
  #isOver = false;

  constructor(ms: number, caller: AbortSignal | undefined) {
    this.#caller = caller;
    this.#timer = this.#after(ms);
    caller?.addEventListener('abort', this.#end, { once: true });
    if (caller?.aborted === true) this.end();
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** The time ran out before anything else ended it. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** From now on it has so much time. */
  restart(ms: number): void {
    if (this.signal.aborted) return;
    clearTimeout(this.#timer);
    this.#timer = this.#after(ms);
  }

  /** Whatever still runs under it is ended; of what has ended this is no change. */
  end(): void {
    clearTimeout(this.#timer);
    this.#caller?.removeEventListener('abort', this.#end);
    this.#controller.abort();
  }

  #after(ms: number): ReturnType<typeof setTimeout> {
    return setTimeout(() => {
      this.#isOver = true;
      this.end();
    }, ms);
  }

  readonly #end = (): void => this.end();
}

/** Throws the signal's reason if it is aborted. */
export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true) throw signal.reason;
}

/** What the promise comes to, unless the signal is aborted before: then rejects with its reason. */
export function unlessAborted<Value>(signal: AbortSignal, promise: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    // The caller's own reason, whatever it is.
    // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors
    const end = (): void => reject(signal.reason);
    if (signal.aborted) end();
    signal.addEventListener('abort', end, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', end));
  });
}

/** Sleeps; rejects with the signal's reason when that ends it. */
export async function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const slept = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  try {
    await (signal === undefined ? slept : unlessAborted(signal, slept));
  } finally {
    clearTimeout(timer);
  }
}
