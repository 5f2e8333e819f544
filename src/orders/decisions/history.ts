import type { Cause, EventDraft, OrderEvent } from '../model/order.types.js';
import { storableText } from '../../platform/shared/storable.js';

/** Makes the HMAC that seals an entry; given by the caller, so that this file needs no key. */
export type Seal = (text: string) => { readonly keyId: string; readonly mac: Buffer };

/**
 * Where a history stands: how many entries there are, and an HMAC over that count and the last entry's HMAC. No entry
 * holds it, so whoever cuts off the end cannot make up the end of what is left.
 */
export interface ChainEnd {
  readonly eventCount: number;
  readonly lastEventMac: Buffer | null;
}

/** Numbers, dates and seals entries after `end`; each HMAC covers the entry and the end of the history before it. */
export function chainEvents(
  merchantOrderNo: string,
  end: ChainEnd,
  drafts: readonly EventDraft[],
  cause: Cause,
  at: Date,
  seal: Seal,
): { readonly events: readonly OrderEvent[]; readonly end: ChainEnd } {
  let { eventCount, lastEventMac } = end;
  const events = drafts.map((draft): OrderEvent => {
    eventCount += 1;
    const entry = { ...draft, merchantOrderNo, seq: eventCount, at, cause };
    const { keyId, mac } = seal(sealedText(entry, lastEventMac));
    lastEventMac = seal(endText(merchantOrderNo, eventCount, mac)).mac;
    return { ...entry, keyId, mac };
  });
  return { events, end: { eventCount, lastEventMac } };
}

/** The text that an entry's HMAC covers: JSON with sorted names, so that it can be made again from what is stored. */
export function sealedText(entry: Omit<OrderEvent, 'keyId' | 'mac'>, before: Buffer | null): string {
  return canonicalJson([
    entry.merchantOrderNo,
    entry.seq,
    entry.at.toISOString(),
    entry.tradeNo,
    entry.kind,
    entry.cause,
    entry.data,
    entry.evidence ?? null,
    before?.toString('hex') ?? null,
  ]);
}

/** The text that the HMAC at the end of a history covers: the key is that of the last entry. */
export function endText(merchantOrderNo: string, eventCount: number, lastEntryMac: Buffer): string {
  return canonicalJson(['end', merchantOrderNo, eventCount, lastEntryMac.toString('hex')]);
}

/** JSON in one form only: names sorted at every depth, members without a value left out, texts as they are stored. */
export function canonicalJson(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(storableText(value));
  if (typeof value !== 'object' || value === null) return value === undefined ? 'null' : JSON.stringify(value);
  if (value instanceof Date) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const members = Object.entries(value).filter(([, part]) => part !== undefined);
  // As Postgres keeps them: of two names that are one when they are stored, the last.
  const stored = new Map<string, unknown>(members.map(([name, part]) => [storableText(name), part]));
  const sorted = [...stored].sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${sorted.map(([name, part]) => `${JSON.stringify(name)}:${canonicalJson(part)}`).join(',')}}`;
}
