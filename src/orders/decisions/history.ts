import type { Cause, EventDraft, OrderEvent } from '../model/order.types.js';
import { canonicalJson } from '../../platform/shared/canonical-json.js';

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
    const { evidence = null } = draft;
    const evidenceMac = evidence === null ? null : seal(evidenceText(merchantOrderNo, eventCount, evidence)).mac;
    const entry = { ...draft, merchantOrderNo, seq: eventCount, at, cause, evidenceMac };
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
    entry.evidenceMac?.toString('hex') ?? null,
    before?.toString('hex') ?? null,
  ]);
}

/** The text that the HMAC in place of an entry's evidence covers. */
export function evidenceText(merchantOrderNo: string, seq: number, evidence: unknown): string {
  return canonicalJson(['evidence', merchantOrderNo, seq, evidence]);
}

/** The text that the HMAC at the end of a history covers: the key is that of the last entry. */
export function endText(merchantOrderNo: string, eventCount: number, lastEntryMac: Buffer): string {
  return canonicalJson(['end', merchantOrderNo, eventCount, lastEntryMac.toString('hex')]);
}
