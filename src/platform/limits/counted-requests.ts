const counted = new WeakSet();

/** Notes that a request was counted for the account of its API key, before it was known whether the key is still good. */
export function noteCounted(request: object): void {
  counted.add(request);
}

export function isCounted(request: object): boolean {
  return counted.has(request);
}
