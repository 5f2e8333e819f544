import { remember, remembered } from './storage.js';

/**
 * Client secrets of the orders made or opened in this browser, by order number. They are sent in a header only, never in
 * a URL.
 */
const NAME = 'orders';
/** Browsers store some megabytes; the oldest entries are dropped first. */
const MOST = 50;

/** Those that this browser did not store, for as long as the page is open. */
const unkept = new Map<string, string>();

type Kept = readonly (readonly [merchantOrderNo: string, secret: string])[];

export function secretOf(merchantOrderNo: string): string | null {
  return unkept.get(merchantOrderNo) ?? keptSecret(merchantOrderNo);
}

/** Whether the browser has stored the order's secret. Private windows may store nothing. */
export function isKept(merchantOrderNo: string): boolean {
  return !unkept.has(merchantOrderNo) && keptSecret(merchantOrderNo) !== null;
}

function keptSecret(merchantOrderNo: string): string | null {
  return kept().find(([number]) => number === merchantOrderNo)?.[1] ?? null;
}

export function keepSecret(merchantOrderNo: string, secret: string): void {
  const others = kept().filter(([number]) => number !== merchantOrderNo);
  remember(NAME, JSON.stringify([[merchantOrderNo, secret], ...others].slice(0, MOST)));
  if (keptSecret(merchantOrderNo) === secret) unkept.delete(merchantOrderNo);
  else unkept.set(merchantOrderNo, secret);
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
