import { newIdempotencyKey } from '#client/src/index.js';
import type { CheckoutRequest } from '#client/src/index.js';
import { keepDraft } from '../net/draft.js';
import { parsedObject, remember, remembered, rememberedInTab, rememberInTab } from '../net/storage.js';
import { isAttempt } from './rules/attempt.js';
import type { Attempt } from './rules/attempt.js';
import type { Entry } from './rules/entry.js';
import { isFormKeyUsable, keyOfContent } from './rules/form-key.js';

/** Stored state of this page. Per tab: the current attempt, since two tabs are two purchases. Per browser: the rest. */
const ATTEMPT = 'attempt';
const CHOICE = 'choice';
const LINK_KEY = 'link-key';
const FORM_KEY = 'form-key';

type Choice = Partial<Pick<Entry, 'fiat' | 'pair' | 'country'>>;

export function keepEntry(search: string, entry: Entry): void {
  keepDraft(search, entry);
  const { fiat, pair, country } = entry;
  remember(CHOICE, JSON.stringify({ fiat, pair, country } satisfies Choice));
}

export function lastChoice(): Choice {
  return parsedObject(remembered(CHOICE)) ?? {};
}

export function keptAttempt(): Attempt | null {
  const attempt = parsedObject(rememberedInTab(ATTEMPT));
  return isAttempt(attempt) ? attempt : null;
}

export function keepAttempt(attempt: Attempt | null): void {
  rememberInTab(ATTEMPT, attempt === null ? null : JSON.stringify(attempt));
}

/**
 * The idempotency key of all purchases by the last opened link. The order of a link belongs to the first guest, and
 * guests are identified by this key: so this browser may repeat the purchase in any tab, and no other browser can.
 */
function keyOfLink(token: string): string {
  const kept: { readonly token?: unknown; readonly key?: unknown } | null = parsedObject(remembered(LINK_KEY));
  if (kept?.token === token && typeof kept.key === 'string') return kept.key;
  const key = newIdempotencyKey();
  remember(LINK_KEY, JSON.stringify({ token, key }));
  return key;
}

/** Drawn when a form opens, not at the press: tabs that press together learn too late of each other's values. */
export function openFormKey(): string {
  const kept = remembered(FORM_KEY);
  return kept !== null && isFormKeyUsable(kept, Date.now()) ? kept : renewFormKey();
}

/** Once an order is made, or refused, the next press is another purchase. */
export function renewFormKey(): string {
  const key = newIdempotencyKey();
  remember(FORM_KEY, key);
  return key;
}

/** The idempotency key of a press. All tabs of this browser have the same for the same terms, whatever price they show. */
export function keyOfPress(request: CheckoutRequest): string {
  if (request.link != null && request.merchantOrderNo != null) return keyOfLink(request.link);
  return keyOfContent(openFormKey(), JSON.stringify({ ...request, quote: null }));
}
