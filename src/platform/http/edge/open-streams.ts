const openedAt = new WeakMap<object, number>();

/** Records that a stream's headers were sent. */
export function noteStreamOpened(response: object): void {
  openedAt.set(response, performance.now());
}

/** When that was, by `performance.now()`; null: no stream, or not begun. */
export function streamOpenedAt(response: object): number | null {
  return openedAt.get(response) ?? null;
}
