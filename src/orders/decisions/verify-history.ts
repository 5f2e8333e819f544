import { endText, evidenceText, sealedText } from './history.js';
import type { OrderEvent } from '../model/order.types.js';
import type { ChainEnd } from './history.js';

/** Makes the HMAC of a text again under the key with this id; null: there is no such key. */
export type Reseal = (text: string, keyId: string) => Buffer | null;

/** What does not fit in a history; `seq` null: its end, as the order knows it. */
export interface HistoryFault {
  readonly seq: number | null;
  readonly detail: string;
}

/**
 * Works out every HMAC of one order's history again, from what is stored alone. `events` come in the order of their
 * numbers. Finds what was altered, removed, put in, reordered or cut off; an empty list: all is well.
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

/** Evidence is what its HMAC says, or was taken away by an erasure, which is an entry of its own. */
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
