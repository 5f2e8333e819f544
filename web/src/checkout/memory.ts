import { newIdempotencyKey } from '#client/src/index.js';
import { remember, remembered } from '../net/storage.js';
import { isAttempt } from './rules/attempt.js';
import type { Attempt } from './rules/attempt.js';
import type { Entry } from './rules/entry.js';

/**
 * What this page keeps. Of this tab alone: what is entered, and the attempt under way; two tabs are two purchases. Of the
 * browser: what was chosen last, and which order was made last.
 */
const DRAFT = 'ramp-checkout:draft';
const ATTEMPT = 'ramp-checkout:attempt';
const CHOICE = 'choice';
const LAST_ORDER = 'last-order';
const LINK_KEY = 'link-key';

type Choice = Partial<Pick<Entry, 'fiat' | 'pair' | 'country'>>;

interface Draft {
  /** The link that the page was opened with: another one is another purchase. */
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
 * The key of every purchase by the link that was opened last. A number that a link sets belongs to the guest who came first,
 * and a guest is known by the key alone: so this browser may press again, in any tab, and nobody else may.
 */
export function keyOfLink(token: string): string {
  const kept: { readonly token?: unknown; readonly key?: unknown } | null = parsed(remembered(LINK_KEY));
  if (kept?.token === token && typeof kept.key === 'string') return kept.key;
  const key = newIdempotencyKey();
  remember(LINK_KEY, JSON.stringify({ token, key }));
  return key;
}

/** Text that cannot be read is as good as none. */
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

/** A browser that keeps nothing is no reason to fail: then a reload begins anew. */
function keepInTab(name: string, text: string | null): void {
  try {
    if (text === null) sessionStorage.removeItem(name);
    else sessionStorage.setItem(name, text);
  } catch {
    // As it says above.
  }
}
