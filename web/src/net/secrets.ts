import { isSaved, remember, remembered } from './storage.js';

/**
 * Client secrets of the orders made or opened in this browser, by order number. They are sent in a header only, never in
 * a URL.
 */
const NAME = 'orders';
/** Browsers store some megabytes; the oldest entries are dropped first. */
const MOST = 50;

type Kept = readonly (readonly [merchantOrderNo: string, secret: string])[];

export function secretOf(merchantOrderNo: string): string | null {
  return kept().find(([number]) => number === merchantOrderNo)?.[1] ?? null;
}

/** Whether the browser has stored the order's secret. Private windows may store nothing. */
export function isKept(merchantOrderNo: string): boolean {
  return secretOf(merchantOrderNo) !== null && isSaved(NAME);
}

/** Whether this browser can show the order again once its page is left. */
export const mayLeave = (merchantOrderNo: string): boolean => secretOf(merchantOrderNo) === null || isSaved(NAME);

export function keepSecret(merchantOrderNo: string, secret: string): void {
  const others = kept().filter(([number]) => number !== merchantOrderNo);
  remember(NAME, JSON.stringify([[merchantOrderNo, secret], ...others].slice(0, MOST)));
}

/** The order's page with its secret, which opens it in any browser. The part after `#` is not sent. */
export function privateAddress(merchantOrderNo: string, query: Readonly<Record<string, string>> = {}): string {
  const secret = secretOf(merchantOrderNo);
  const asked = new URLSearchParams(query).toString();
  return `/orders/${encodeURIComponent(merchantOrderNo)}${asked && `?${asked}`}${secret === null ? '' : `#${secret}`}`;
}

function kept(): Kept {
  try {
    const list: unknown = JSON.parse(remembered(NAME) ?? '[]');
    return Array.isArray(list) ? list.filter(isEntry) : [];
  } catch {
    return [];
  }
}

function isEntry(entry: unknown): entry is Kept[number] {
  return Array.isArray(entry) && entry.length === 2 && entry.every((part) => typeof part === 'string');
}
