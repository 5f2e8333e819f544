import { AsyncLocalStorage } from 'node:async_hooks';

/** One for all values: Node 20 passes each storage on with each promise, and a checkout makes 200. */
const storage = new AsyncLocalStorage<Readonly<Record<string, unknown>>>();

/** A value of its own name that follows asynchronous work, like an `AsyncLocalStorage`. */
export class WorkContext<Value> {
  constructor(private readonly name: string) {}

  getStore(): Value | undefined {
    return storage.getStore()?.[this.name] as Value | undefined;
  }

  run<Result>(value: Value, work: () => Result): Result {
    return storage.run({ ...storage.getStore(), [this.name]: value }, work);
  }
}
