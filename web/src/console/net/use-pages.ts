import { useCallback, useEffect, useState } from 'preact/hooks';
import { callErrorOf, pathWith, read } from './call.js';
import type { CallError } from './call.js';
import type { Page } from './types.js';
import { useRead } from './use-read.js';
import type { Read } from './use-read.js';

interface Pages<Item> extends Pick<Read<Page<Item>>, 'error' | 'again'> {
  /** All that was read, the newest first. */
  readonly items: readonly Item[];
  /** null: all is read, or nothing yet. */
  readonly more: (() => Promise<void>) | null;
}

interface Known<Item> {
  readonly path: string | null;
  readonly items: readonly Item[];
  /** Of the last page that was read. */
  readonly next: string | null;
  readonly error: CallError | null;
}

const nothing = { items: [], next: null, error: null };

/** A list by pages of 200. Its first page is kept fresh, and what was read stays when newer items push it off that page. */
export function usePages<Item extends { readonly id: string }>(
  path: string | null,
  query: Readonly<Record<string, string>>,
  options: Parameters<typeof useRead>[1],
): Pages<Item> {
  const first = path === null ? null : pathWith(path, { ...query, limit: '200' });
  const { data, error, again } = useRead<Page<Item>>(first, options);
  const [state, setState] = useState<Known<Item>>({ ...nothing, path: first });
  const known: Known<Item> = state.path === first ? state : { ...nothing, path: first };
  useEffect(() => {
    if (data === null) return;
    setState((before) => {
      const isNew = before.path !== first || before.items.length === 0;
      const items = withPage(isNew ? [] : before.items, data.items, true);
      return { ...before, path: first, items, next: isNew ? data.nextCursor : before.next };
    });
  }, [data, first]);
  const { next } = known;
  const more = useCallback(async (): Promise<void> => {
    if (path === null) return;
    try {
      const answer = await read<Page<Item>>(pathWith(path, { ...query, limit: '200', cursor: next }));
      if (answer === null) return;
      const { items, nextCursor } = answer.data;
      setState((before) =>
        before.next === next
          ? { ...before, items: withPage(before.items, items, false), next: nextCursor, error: null }
          : before,
      );
    } catch (thrown) {
      setState((before) => ({ ...before, error: callErrorOf(thrown) }));
    }
  }, [path, next]);
  return { items: known.items, error: error ?? known.error, again, more: next === null ? null : more };
}

/** Both, each item once, as the page has it. */
function withPage<Item extends { readonly id: string }>(
  known: readonly Item[],
  page: readonly Item[],
  isFirst: boolean,
): readonly Item[] {
  const inPage = new Set(page.map(({ id }) => id));
  const others = known.filter(({ id }) => !inPage.has(id));
  return isFirst ? [...page, ...others] : [...others, ...page];
}
