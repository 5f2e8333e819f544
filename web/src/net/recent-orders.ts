import { onRemembered, parsedObject, remember, remembered } from './storage.js';

const NAME = 'recent-orders';

/** An order made in this browser. */
export interface RecentOrder {
  readonly number: string;
  /** When this browser last heard of it while making it; wall clock, milliseconds. */
  readonly at: number;
  /** The token of the signed link that it was made with; null: none. */
  readonly link: string | null;
  /** The link fixes the order's number. */
  readonly isNumberFixed: boolean;
}

/** Each one costs a request when the form opens. */
const MOST = 5;
const DAY_MS = 24 * 60 * 60_000;

/** The newest first. */
export function recentOrders(): readonly RecentOrder[] {
  return recentOnes(parsedObject(remembered(NAME)), Date.now());
}

export function keepRecentOrder(order: RecentOrder): void {
  remember(NAME, JSON.stringify(withRecent(recentOrders(), order)));
}

/** Calls `listener` when another tab makes an order. Returns a function that ends it. */
export function onRecentOrders(listener: () => void): () => void {
  return onRemembered(NAME, listener);
}

/** The valid entries of a stored list that are recent. The list may come from another version of the page. */
export function recentOnes(stored: unknown, now: number): readonly RecentOrder[] {
  if (!Array.isArray(stored)) return [];
  return stored
    .filter(isRecentOrder)
    .filter(({ at }) => Math.abs(now - at) < DAY_MS)
    .slice(0, MOST);
}

/** The list with an order as its newest. */
export function withRecent(list: readonly RecentOrder[], order: RecentOrder): readonly RecentOrder[] {
  return [order, ...list.filter(({ number }) => number !== order.number)].slice(0, MOST);
}

function isRecentOrder(entry: unknown): entry is RecentOrder {
  if (typeof entry !== 'object' || entry === null) return false;
  const { number, at, link, isNumberFixed } = entry as Record<string, unknown>;
  const isLink = link === null || typeof link === 'string';
  return typeof number === 'string' && typeof at === 'number' && isLink && typeof isNumberFixed === 'boolean';
}
