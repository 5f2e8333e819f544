import { endText, evidenceText, sealedText } from './history.js';
import type { OrderEvent } from '../model/order.types.js';
import type { ChainEnd } from './history.js';

/** Recomputes an HMAC under the key with this id; null: no such key. */
export type Reseal = (text: string, keyId: string) => Buffer | null;

/** A fault in a history; `seq` null: at its end. */
export interface HistoryFault {
  readonly seq: number | null;
  readonly detail: string;
}

/**
 * Recomputes every HMAC of an order's history from the stored rows, sorted by number. Finds altered, removed, inserted,
 * reordered and cut-off entries; empty: the history is intact.
 */
export function verifyHistory(end: ChainEnd, events: readonly OrderEvent[], reseal: Reseal): HistoryFault[] {
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
function evidenceFault(event: OrderEvent, events: readonly OrderEvent[], reseal: Reseal): string | null {
  const { merchantOrderNo, seq, evidence = null, evidenceMac, keyId } = event;
  if (evidence === null) {
    const isErased = evidenceMac === null || events.some(({ kind, seq: later }) => kind === 'erased' && later > seq);
    return isErased ? null : 'its evidence was taken away';
  }
  const mac = reseal(evidenceText(merchantOrderNo, seq, evidence), keyId);
  if (mac === null) return null;
  return evidenceMac?.equals(mac) === true ? null : 'its evidence was altered';
}
