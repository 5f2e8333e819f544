import { newIdempotencyKey } from '#client/src/index.js';
import { onRemembered, remember, remembered, rememberedInTab, rememberInTab } from '../net/storage.js';
import { isAttempt } from './rules/attempt.js';
import type { Attempt } from './rules/attempt.js';
import type { Entry } from './rules/entry.js';
import { recentOnes, withRecent } from './rules/recent-orders.js';
import type { RecentOrder } from './rules/recent-orders.js';

/**
 * Stored state of this page. Per tab: the draft and the current attempt, since two tabs are two purchases. Per
 * browser: the last choice and the recent orders.
 */
const DRAFT = 'draft';
const ATTEMPT = 'attempt';
const CHOICE = 'choice';
const RECENT_ORDERS = 'recent-orders';
const LINK_KEY = 'link-key';

type Choice = Partial<Pick<Entry, 'fiat' | 'pair' | 'country'>>;

interface Draft {
  /** The query of the page's URL: another link starts another purchase. */
  readonly search: string;
  readonly entry: Partial<Entry>;
}

export function keptDraft(search: string): Partial<Entry> | null {
  const draft = parsed(rememberedInTab(DRAFT)) as Draft | null;
  return draft?.search === search && typeof draft.entry === 'object' ? draft.entry : null;
}

export function keepDraft(search: string, entry: Entry): void {
  rememberInTab(DRAFT, JSON.stringify({ search, entry } satisfies Draft));
  const { fiat, pair, country } = entry;
  remember(CHOICE, JSON.stringify({ fiat, pair, country } satisfies Choice));
}

export function forgetDraft(): void {
  rememberInTab(DRAFT, null);
}

export function lastChoice(): Choice {
  return parsed(remembered(CHOICE)) ?? {};
}

export function keptAttempt(): Attempt | null {
  const attempt = parsed(rememberedInTab(ATTEMPT));
  return isAttempt(attempt) ? attempt : null;
}

export function keepAttempt(attempt: Attempt | null): void {
  rememberInTab(ATTEMPT, attempt === null ? null : JSON.stringify(attempt));
}

/** The newest first. */
export function recentOrders(): readonly RecentOrder[] {
  return recentOnes(parsed(remembered(RECENT_ORDERS)), Date.now());
}

export function keepRecentOrder(order: RecentOrder): void {
  remember(RECENT_ORDERS, JSON.stringify(withRecent(recentOrders(), order)));
}

/** Calls `listener` when another tab makes an order. Returns a function that ends it. */
export function onRecentOrders(listener: () => void): () => void {
  return onRemembered(RECENT_ORDERS, listener);
}

/**
 * The idempotency key of all purchases by the last opened link. The order of a link belongs to the first guest, and
 * guests are identified by this key: so this browser may repeat the purchase in any tab, and no other browser can.
 */
export function keyOfLink(token: string): string {
  const kept: { readonly token?: unknown; readonly key?: unknown } | null = parsed(remembered(LINK_KEY));
  if (kept?.token === token && typeof kept.key === 'string') return kept.key;
  const key = newIdempotencyKey();
  remember(LINK_KEY, JSON.stringify({ token, key }));
  return key;
}

function parsed(text: string | null): object | null {
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    return typeof value === 'object' ? value : null;
  } catch {
    return null;
  }
}
