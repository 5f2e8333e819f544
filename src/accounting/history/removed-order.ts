import { canonicalJson } from '../../platform/shared/canonical-json.js';

/** What is left of an order that was removed for its age. */
export interface RemovedOrder {
  /** In small letters: it is taken in any letter case. */
  readonly merchantOrderNo: string;
  /** Of the entries of its history, in their order. */
  readonly times: readonly Date[];
  readonly macs: readonly Buffer[];
  readonly keyId: string;
  readonly seal: Buffer;
}

/** The text that its seal covers: with it, nobody passes off as removed what was deleted by hand. */
export function removalText({ merchantOrderNo, times, macs }: Omit<RemovedOrder, 'keyId' | 'seal'>): string {
  const entries = macs.map((mac, at) => [times[at]?.toISOString() ?? null, mac.toString('hex')]);
  return canonicalJson(['removed', merchantOrderNo.toLowerCase(), entries]);
}
