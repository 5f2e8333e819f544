import type { Cause, EventDraft, OrderEvent } from '../model/order.types.js';
import { canonicalJson } from '../../platform/text/stored-json.js';

/** Makes the HMAC of an entry; passed in, so that this file needs no key. */
export type Seal = (text: string) => { readonly keyId: string; readonly mac: Buffer };

/**
 * The end of a history: the number of entries, and an HMAC over that number and the last entry's HMAC. It is not part of any
 * entry, so a truncated history cannot be given a valid end.
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
    const { evidence = null } = draft;
    const evidenceMac = evidence === null ? null : seal(evidenceText(merchantOrderNo, eventCount, evidence)).mac;
    const entry = { ...draft, merchantOrderNo, seq: eventCount, at, cause, evidenceMac };
    const { keyId, mac } = seal(sealedText(entry, lastEventMac));
    lastEventMac = seal(endText(merchantOrderNo, eventCount, mac)).mac;
    return { ...entry, keyId, mac };
  });
  return { events, end: { eventCount, lastEventMac } };
}

/** The text under an entry's HMAC: JSON with sorted names, reproducible from the stored row. */
export function sealedText(entry: Omit<OrderEvent, 'keyId' | 'mac'>, before: Buffer | null): string {
  return canonicalJson([
    entry.merchantOrderNo,
    entry.seq,
    entry.at.toISOString(),
    entry.tradeNo,
    entry.kind,
    entry.cause,
    entry.data,
    entry.evidenceMac?.toString('hex') ?? null,
    before?.toString('hex') ?? null,
  ]);
}

export function evidenceText(merchantOrderNo: string, seq: number, evidence: unknown): string {
  return canonicalJson(['evidence', merchantOrderNo, seq, evidence]);
}

/** The text under the HMAC at the end of a history; the key is that of the last entry. */
export function endText(merchantOrderNo: string, eventCount: number, lastEntryMac: Buffer): string {
  return canonicalJson(['end', merchantOrderNo, eventCount, lastEntryMac.toString('hex')]);
}
