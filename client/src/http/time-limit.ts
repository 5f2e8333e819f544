/**
 * Aborts its signal after a time, or when the caller's signal aborts. Does not use `AbortSignal.any`, which some
 * platforms lack.
 */
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

  /** True if the time ran out first. */
  get isOver(): boolean {
    return this.#isOver;
  }

  restart(ms: number): void {
    if (this.signal.aborted) return;
    clearTimeout(this.#timer);
    this.#timer = this.#after(ms);
  }

  /** Aborts the signal; a second call changes nothing. */
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

export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true) throw signal.reason;
}

/** Settles with the promise, or rejects with the signal's reason if it aborts first. */
export function unlessAborted<Value>(signal: AbortSignal, promise: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    // The caller's own reason may be any value.
    // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors
    const end = (): void => reject(signal.reason);
    if (signal.aborted) end();
    signal.addEventListener('abort', end, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', end));
  });
}

/** Sleeps; rejects with the signal's reason if it aborts. */
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
