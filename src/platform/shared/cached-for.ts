/**
 * `work`, done once at a time, and at most once in `ms` milliseconds: whoever asks in between has what it gave last. A
 * failure is not kept.
 */
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
