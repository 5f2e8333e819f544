const counted = new WeakSet();

/** Marks a request as counted for its API key's account before the key was verified. */
export function noteCounted(request: object): void {
  counted.add(request);
}

export function isCounted(request: object): boolean {
  return counted.has(request);
}
