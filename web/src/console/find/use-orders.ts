import { useCallback, useEffect, useState } from 'preact/hooks';
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

/** A list of orders that follows their changes. Rows change in place; new ones wait until they are asked for. */
export function useOrders(query: Readonly<Record<string, string>>): Orders {
  const path = pathWith('orders', { ...query, limit: PAGE });
  const first = useRead<Page<ListedOrder>>(path);
  const [list, setList] = useState(() => listOf(null));
  const [failed, setFailed] = useState<{ cursor: string | null; error: CallError } | null>(null);

  useEffect(() => setList(listOf(first.data)), [first.data]);

  const follow = useCallback(
    (changed: readonly ListedOrder[]) => {
      setList((before) => listAfter(before, changed, query));
    },
    [path],
  );
  const { again } = first;
  const { error: changesError } = useChanges(first.at, follow);
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
  return { ...list, isRead: first.data !== null, error: first.error ?? changesError, again, more, moreError };
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
  const { data, error } = useRead<Page<ListedOrder>>(path, { everyMs: EVERY_MS, delayMs });
  useEffect(() => {
    if (data === null) return;
    if (data.items.length > 0) tell(data.items);
    // Orders change all the time, and the cursor with them: only a whole page is followed by the next at once.
    setNext({ since, cursor: data.nextCursor, delayMs: data.items.length === Number(PAGE) ? 0 : EVERY_MS });
  }, [data, since, tell]);
  return { error };
}
