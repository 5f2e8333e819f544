/** Returns `late` after `ms` milliseconds. The work continues, but its late result or error is dropped. */
export async function within<T, L>(ms: number, work: Promise<T>, late: L): Promise<T | L> {
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<L>((resolve) => {
    timer = setTimeout(resolve, ms, late);
  });
  try {
    return await Promise.race([work, patience]);
  } finally {
    clearTimeout(timer);
  }
}

/** Failures are not cached. */
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
