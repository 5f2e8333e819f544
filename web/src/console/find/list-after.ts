import type { ListedOrder } from '../net/types.js';

export interface List {
  readonly items: readonly ListedOrder[];
  /** Numbers of orders that belong to the list and are not shown yet. */
  readonly newer: readonly string[];
}

type Query = Readonly<Record<string, string>>;

/** The list after changes of orders, none of which moves a row. */
export function listAfter(list: List, changed: readonly ListedOrder[], query: Query): List {
  const news = new Map(changed.map((order) => [order.merchantOrderNo, order]));
  const items = list.items.map((order) => newest(order, news.get(order.merchantOrderNo)));
  const shown = new Set(items.map(({ merchantOrderNo }) => merchantOrderNo));
  const missing = [...news.values()].filter((order) => !shown.has(order.merchantOrderNo));
  const newer = missing.filter((order) => belongs(order, query, items[0])).map((order) => order.merchantOrderNo);
  return { items, newer: [...new Set([...list.newer, ...newer])] };
}

const newest = (order: ListedOrder, news: ListedOrder | undefined): ListedOrder =>
  news !== undefined && news.version >= order.version ? news : order;

/** Only what can be told without asking: of other filters, the list tells at its next reading. */
function belongs(order: ListedOrder, query: Query, first: ListedOrder | undefined): boolean {
  const filters = Object.keys(query);
  if (filters.length === 0) return first === undefined || order.createdAt > first.createdAt;
  return filters.length === 1 && query['inReview'] === 'true' && order.inReview;
}
