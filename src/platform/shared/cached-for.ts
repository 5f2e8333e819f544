/** Runs `work` once at a time and caches its result for `ms` milliseconds. Failures are not cached. */
export function cachedFor<T>(ms: number, work: () => Promise<T>): () => Promise<T> {
  let kept: Promise<T> | null = null;
  const forget = (): void => {
    kept = null;
  };
  return () => {
    if (kept === null) {
      kept = work();
      kept.then(() => setTimeout(forget, ms).unref(), forget);
    }
    return kept;
  };
}
