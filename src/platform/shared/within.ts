/**
 * What `work` gives, or `late` when it has not come after `ms` milliseconds. Waiting ends, the work does not: its late
 * result is dropped. Rejects as `work` rejects, if that comes in time.
 */
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
