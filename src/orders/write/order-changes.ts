/** `version` null: the change has no version, so every reader must read the order again. */
export interface ChangedOrder {
  readonly merchantOrderNo: string;
  readonly version: number | null;
}

type Listener = (change: ChangedOrder) => void;

/** Announces this process's changes within the process. Changes of other processes must be read from the database. */
export class OrderChanges {
  readonly #listeners = new Set<Listener>();

  /** Returns a function that unsubscribes. `listener` must not throw, since the change is already written. */
  onChange(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Call it once the change is committed, or may be. */
  announce(changes: readonly ChangedOrder[]): void {
    for (const change of changes) for (const listener of this.#listeners) listener(change);
  }
}
