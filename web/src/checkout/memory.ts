import { newIdempotencyKey } from '#client/src/index.js';
import { remember, remembered } from '../net/storage.js';
import { isAttempt } from './rules/attempt.js';
import type { Attempt } from './rules/attempt.js';
import type { Entry } from './rules/entry.js';

/**
 * Stored state of this page. Per tab: the draft and the current attempt, since two tabs are two purchases. Per
 * browser: the last choice and the last order.
 */
const DRAFT = 'ramp-checkout:draft';
const ATTEMPT = 'ramp-checkout:attempt';
const CHOICE = 'choice';
const LAST_ORDER = 'last-order';
const LINK_KEY = 'link-key';

type Choice = Partial<Pick<Entry, 'fiat' | 'pair' | 'country'>>;

interface Draft {
  /** The query of the page's URL: another link starts another purchase. */
  readonly search: string;
  readonly entry: Partial<Entry>;
}

export function keptDraft(search: string): Partial<Entry> | null {
  const draft = parsed(tabText(DRAFT)) as Draft | null;
  return draft?.search === search && typeof draft.entry === 'object' ? draft.entry : null;
}

export function keepDraft(search: string, entry: Entry): void {
  keepInTab(DRAFT, JSON.stringify({ search, entry } satisfies Draft));
  const { fiat, pair, country } = entry;
  remember(CHOICE, JSON.stringify({ fiat, pair, country } satisfies Choice));
}

export function forgetDraft(): void {
  keepInTab(DRAFT, null);
}

export function lastChoice(): Choice {
  return parsed(remembered(CHOICE)) ?? {};
}

export function keptAttempt(): Attempt | null {
  const attempt = parsed(tabText(ATTEMPT));
  return isAttempt(attempt) ? attempt : null;
}

export function keepAttempt(attempt: Attempt | null): void {
  keepInTab(ATTEMPT, attempt === null ? null : JSON.stringify(attempt));
}

export function lastOrder(): string | null {
  return remembered(LAST_ORDER);
}

export function keepLastOrder(merchantOrderNo: string | null): void {
  remember(LAST_ORDER, merchantOrderNo);
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

function tabText(name: string): string | null {
  try {
    return sessionStorage.getItem(name);
  } catch {
    return null;
  }
}

/** Storage may be unavailable; then a reload starts over. */
function keepInTab(name: string, text: string | null): void {
  try {
    if (text === null) sessionStorage.removeItem(name);
    else sessionStorage.setItem(name, text);
  } catch {
    // Storage is unavailable.
  }
}
