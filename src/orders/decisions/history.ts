import type { Cause, EventDraft, OrderEvent } from '../model/order.types.js';
import { canonicalJson } from '../../platform/text/stored-json.js';

/** Makes the HMAC of an entry; passed in, so that this file needs no key. */
export type Seal = (text: string) => { readonly keyId: string; readonly mac: Buffer };

/** The end of a history: an HMAC over the number of entries and the last HMAC, so that truncation shows. */
export interface ChainEnd {
  readonly eventCount: number;
  readonly lastEventMac: Buffer | null;
}

/** Numbers, dates and seals entries; each HMAC covers the entry and the end of the history before it. */
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

function evidenceText(merchantOrderNo: string, seq: number, evidence: unknown): string {
  return canonicalJson(['evidence', merchantOrderNo, seq, evidence]);
}

/** The key is that of the last entry. */
export function endText(merchantOrderNo: string, eventCount: number, lastEntryMac: Buffer): string {
  return canonicalJson(['end', merchantOrderNo, eventCount, lastEntryMac.toString('hex')]);
}

/** Recomputes an HMAC under the key with this id; null: no such key. */
export type RecomputeMac = (text: string, keyId: string) => Buffer | null;

export interface HistoryFault {
  readonly seq: number | null;
  readonly detail: string;
}

/** Finds altered, removed, inserted, reordered and cut-off entries. `events` are sorted by number. */
export function verifyHistory(end: ChainEnd, events: readonly OrderEvent[], reseal: RecomputeMac): HistoryFault[] {
  const faults: HistoryFault[] = [];
  let before: Buffer | null = null;
  for (const [index, event] of events.entries()) {
    if (event.seq !== index + 1) {
      faults.push({ seq: event.seq, detail: `stands where entry ${index + 1} belongs` });
    }
    const mac = reseal(sealedText(event, before), event.keyId);
    if (mac === null) faults.push({ seq: event.seq, detail: `there is no service key ${event.keyId}` });
    else if (!mac.equals(event.mac)) {
      faults.push({ seq: event.seq, detail: 'does not have the HMAC of what it says and of the entry before it' });
    }
    const fault = evidenceFault(event, events, reseal);
    if (fault !== null) faults.push({ seq: event.seq, detail: fault });
    before = reseal(endText(event.merchantOrderNo, event.seq, event.mac), event.keyId);
  }
  if (end.eventCount !== events.length) {
    faults.push({ seq: null, detail: `the order counts ${end.eventCount} entries, and ${events.length} are there` });
  }
  if (before === null || end.lastEventMac?.equals(before) !== true) {
    faults.push({ seq: null, detail: 'the order ends its history elsewhere' });
  }
  return faults;
}

/** Evidence must match its HMAC, or be missing because of a later erasure entry. */
function evidenceFault(event: OrderEvent, events: readonly OrderEvent[], reseal: RecomputeMac): string | null {
  const { merchantOrderNo, seq, evidence = null, evidenceMac, keyId } = event;
  if (evidence === null) {
    const isErased = evidenceMac === null || events.some(({ kind, seq: later }) => kind === 'erased' && later > seq);
    return isErased ? null : 'its evidence was taken away';
  }
  const mac = reseal(evidenceText(merchantOrderNo, seq, evidence), keyId);
  if (mac === null) return null;
  return evidenceMac?.equals(mac) === true ? null : 'its evidence was altered';
}
