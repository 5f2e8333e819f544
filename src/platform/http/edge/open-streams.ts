const openedAt = new WeakMap<object, number>();

export function noteStreamOpened(response: object): void {
  openedAt.set(response, performance.now());
}

/** When that was, by `performance.now()`; null: no stream, or not begun. */
export function streamOpenedAt(response: object): number | null {
  return openedAt.get(response) ?? null;
}
