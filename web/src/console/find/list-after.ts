import type { ListedOrder, Page } from '../net/types.js';

export interface List {
  readonly items: readonly ListedOrder[];
  /** Of the next page; null: all is shown. */
  readonly nextCursor: string | null;
  /** Numbers of orders that belong to the list and are not shown yet. */
  readonly newer: readonly string[];
  /** The last changes of orders that are not shown, oldest first. */
  readonly told: readonly ListedOrder[];
}

/** Memory that an open list takes: so many changes are more than any shop has while a page is read. */
const MOST_TOLD = 2000;

type Query = Readonly<Record<string, string>>;

export const listOf = (page: Page<ListedOrder> | null): List => ({
  ...{ items: page?.items ?? [], nextCursor: page?.nextCursor ?? null },
  ...{ newer: [], told: [] },
});

/** Adds the next page. It may have been read before the changes in `told`. */
export function listWith(list: List, { items, nextCursor }: Page<ListedOrder>): List {
  return { ...list, items: [...list.items, ...changedBy(list.told, items)], nextCursor };
}

/** The list after changes of orders, none of which moves a row. */
export function listAfter(list: List, changed: readonly ListedOrder[], query: Query): List {
  const items = changedBy(changed, list.items);
  const shown = new Set(items.map(({ merchantOrderNo }) => merchantOrderNo));
  const missing = changed.filter((order) => !shown.has(order.merchantOrderNo));
  const newer = missing.filter((order) => belongs(order, query, list)).map((order) => order.merchantOrderNo);
  const told = [...list.told, ...missing].slice(-MOST_TOLD);
  return { ...list, items, newer: [...new Set([...list.newer, ...newer])], told };
}

function changedBy(changed: readonly ListedOrder[], items: readonly ListedOrder[]): readonly ListedOrder[] {
  const news = new Map(changed.map((order) => [order.merchantOrderNo, order]));
  return items.map((order) => newest(order, news.get(order.merchantOrderNo)));
}

const newest = (order: ListedOrder, news: ListedOrder | undefined): ListedOrder =>
  news !== undefined && news.version >= order.version ? news : order;

/** Only what can be told without asking: of other filters, the list tells at its next reading. */
function belongs(order: ListedOrder, query: Query, { items, nextCursor }: List): boolean {
  const filters = Object.keys(query);
  const fits = filters.length === 1 ? query['inReview'] === 'true' && order.inReview : filters.length === 0;
  const last = items.at(-1);
  // Others stand on a later page.
  return fits && (nextCursor === null || last === undefined || order.createdAt > last.createdAt);
}
