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

/** The result is returned again for `ms` after it came. Failures are not cached. */
export function cachedFor<T>(ms: number, work: () => Promise<T>): () => Promise<T> {
  let kept: Promise<T> | null = null;
  let until = Number.POSITIVE_INFINITY;
  return () => {
    if (kept === null || performance.now() >= until) {
      until = Number.POSITIVE_INFINITY;
      kept = work();
      kept.then(
        () => {
          until = performance.now() + ms;
        },
        () => {
          kept = null;
        },
      );
    }
    return kept;
  };
}
