const openedAt = new WeakMap<object, number>();

/** Notes that the head of an answer is out whose body goes on for as long as somebody listens. */
export function noteStreamOpened(response: object): void {
  openedAt.set(response, performance.now());
}

/** When that was, by `performance.now()`; null: the answer is no stream, or has not begun. */
export function streamOpenedAt(response: object): number | null {
  return openedAt.get(response) ?? null;
}
