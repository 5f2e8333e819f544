import { useCallback, useEffect, useMemo, useState } from 'preact/hooks';
import { callErrorOf, pathWith, read } from '../net/call.js';
import type { CallError } from '../net/call.js';
import type { ListedOrder, Page } from '../net/types.js';
import { useRead } from '../net/use-read.js';
import { listAfter, listOf, listWith } from './list-after.js';
import type { List } from './list-after.js';

const EVERY_MS = 5000;
const PAGE = '50';
/** Changes from before the list was read come again: a change may commit that much later than its time. */
const OVERLAP_MS = 60_000;

interface Orders extends List {
  readonly isRead: boolean;
  readonly error: ReturnType<typeof useRead>['error'];
  readonly again: () => void;
  /** Reads the next page. */
  readonly more: () => Promise<void>;
  /** Of the next page. */
  readonly moreError: CallError | null;
}

interface Kept {
  readonly path: string;
  readonly at: Date;
  readonly list: List;
}

/** The lists that were shown, by entry of the tab's history. */
const kept = new Map<string, Kept>();
const MOST_KEPT = 20;

/** At the end of a session. */
export const forgetLists = (): void => kept.clear();

/**
 * A list of orders that follows their changes. Rows change in place; new ones wait until they are asked for. On the way
 * back it is the one that was left, and the changes since then are read.
 */
export function useOrders(query: Readonly<Record<string, string>>, entry: string): Orders {
  const path = pathWith('orders', { ...query, limit: PAGE });
  const [fresh, setFresh] = useState<string | null>(null);
  const known = useMemo(() => {
    const found = fresh === entry ? undefined : kept.get(entry);
    return found?.path === path ? found : undefined;
  }, [entry, path, fresh]);
  const first = useRead<Page<ListedOrder>>(known === undefined ? path : null);
  const at = known?.at ?? first.at;
  const [list, setList] = useState(() => known?.list ?? listOf(null));
  const [failed, setFailed] = useState<{ cursor: string | null; error: CallError } | null>(null);

  useEffect(() => setList(known?.list ?? listOf(first.data)), [known, first.data]);
  const follow = useCallback(
    (changed: readonly ListedOrder[]) => {
      setList((before) => listAfter(before, changed, query));
    },
    [path],
  );
  const again = useCallback(() => {
    setFresh(entry);
    first.again();
  }, [entry, first.again]);
  const { error: changesError, upTo } = useChanges(at, follow);
  useEffect(() => {
    if (at === null || list.items.length === 0) return;
    kept.set(entry, { path, at: upTo ?? at, list });
    for (const oldest of [...kept.keys()].slice(0, -MOST_KEPT)) kept.delete(oldest);
  }, [list, upTo]);
  // The database was replaced, or the tab rested for a month.
  useEffect(() => {
    if (changesError?.code === 'cursor_expired') again();
  }, [changesError]);

  const more = async (): Promise<void> => {
    const { nextCursor: cursor } = list;
    setFailed(null);
    try {
      const answer = await read<Page<ListedOrder>>(pathWith('orders', { ...query, limit: PAGE, cursor }));
      // Another list is shown meanwhile, or this page is already.
      setList((before) => (answer === null || before.nextCursor !== cursor ? before : listWith(before, answer.data)));
    } catch (thrown) {
      setFailed({ cursor, error: callErrorOf(thrown) });
    }
  };
  const moreError = failed?.cursor === list.nextCursor ? failed.error : null;
  return { ...list, isRead: at !== null, error: first.error ?? changesError, again, more, moreError };
}

/**
 * Tells of all changes of orders since a moment. One list for all searches: a search by text is audited each time, and
 * this one holds no text.
 */
function useChanges(since: Date | null, tell: (changed: readonly ListedOrder[]) => void) {
  const start = { since, cursor: null as string | null, delayMs: 0 };
  const [next, setNext] = useState(start);
  const { cursor, delayMs } = next.since === since ? next : start;
  const from = since === null ? null : new Date(since.getTime() - OVERLAP_MS).toISOString();
  const query = cursor === null ? { updatedFrom: from } : { cursor };
  const path = from === null ? null : pathWith('orders', { order: 'updated', limit: PAGE, ...query });
  const { data, at, error } = useRead<Page<ListedOrder>>(path, { everyMs: EVERY_MS, delayMs });
  useEffect(() => {
    if (data === null) return;
    if (data.items.length > 0) tell(data.items);
    // Orders change all the time, and the cursor with them: only a whole page is followed by the next at once.
    setNext({ since, cursor: data.nextCursor, delayMs: data.items.length === Number(PAGE) ? 0 : EVERY_MS });
  }, [data, since, tell]);
  // A whole page is followed by more.
  const upTo = data !== null && data.items.length < Number(PAGE) ? at : null;
  return { error, upTo };
}
