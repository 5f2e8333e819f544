import { useEffect, useState } from 'preact/hooks';
import { pathWith, read } from '../net/call.js';
import type { ListedMismatch, Page } from '../net/types.js';
import { useRead } from '../net/use-read.js';

const EVERY_MS = 15_000;
/** The service gives the newest first, and the oldest are wanted: all are read, up to so many pages of 200. */
const MOST_PAGES = 5;

/** The open mismatches; `isWhole` is false if there are more. */
export function useMismatches(kind: string) {
  const path = pathWith('mismatches', { kind, limit: '200' });
  const first = useRead<Page<ListedMismatch>>(path, { everyMs: EVERY_MS });
  const [all, setAll] = useState<Page<ListedMismatch> | null>(null);
  useEffect(() => {
    const end = new AbortController();
    if (first.data === null) setAll(null);
    else void readOn(path, first.data, end.signal).then((found) => end.signal.aborted || setAll(found));
    return () => end.abort();
  }, [first.data]);
  return { items: all?.items ?? null, isWhole: all?.nextCursor === null, error: first.error, again: first.again };
}

async function readOn(path: string, page: Page<ListedMismatch>, signal: AbortSignal): Promise<Page<ListedMismatch>> {
  let { items, nextCursor } = page;
  for (let pages = 1; nextCursor !== null && pages < MOST_PAGES; pages++) {
    const more = `${path}&cursor=${encodeURIComponent(nextCursor)}`;
    // What was read is shown, as a part. The next turn tries again: at once, it would flood a service that refuses.
    const next = await read<Page<ListedMismatch>>(more, { signal }).catch(() => null);
    if (next === null) break;
    items = [...items, ...next.data.items];
    ({ nextCursor } = next.data);
  }
  return { items, nextCursor };
}
