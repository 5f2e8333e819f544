import type { Time, Timer } from './time.js';

/** Returns `late` after `ms` milliseconds. The work continues, but its late result or error is dropped. */
export async function within<T, L>(time: Time, ms: number, work: Promise<T>, late: L): Promise<T | L> {
  let timer: Timer | undefined;
  const patience = new Promise<L>((resolve) => {
    timer = time.after(ms, () => resolve(late));
  });
  try {
    return await Promise.race([work, patience]);
  } finally {
    timer?.cancel();
  }
}

/** The result is returned again for `ms` after it came. Failures are not cached. */
export function cachedFor<T>(time: Time, ms: number, work: () => Promise<T>): () => Promise<T> {
  let kept: Promise<T> | null = null;
  let until = Number.POSITIVE_INFINITY;
  return () => {
    if (kept === null || time.monotonic() >= until) {
      until = Number.POSITIVE_INFINITY;
      kept = work();
      kept.then(
        () => {
          until = time.monotonic() + ms;
        },
        () => {
          kept = null;
        },
      );
    }
    return kept;
  };
}
