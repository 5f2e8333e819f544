/**
 * An order that changed. `version`: what it has now, so that whoever knows that one already need not read it; null: something
 * changed that has no version, and it has to be read.
 */
export interface ChangedOrder {
  readonly merchantOrderNo: string;
  readonly version: number | null;
}

type Listener = (change: ChangedOrder) => void;

/** The changes that this process makes, told inside it at once. Those of other processes have to be looked for. */
export class OrderChanges {
  readonly #listeners = new Set<Listener>();

  /** Gives how to stop listening. `listener` must not throw: whoever tells has written already. */
  onChange(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Call it when the change is committed, or may be. */
  tell(changes: readonly ChangedOrder[]): void {
    for (const change of changes) for (const listener of this.#listeners) listener(change);
  }
}
