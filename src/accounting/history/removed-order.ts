import { canonicalJson } from '../../platform/text/stored-json.js';

export interface RemovedOrder {
  /** In lower case: numbers are compared without case. */
  readonly merchantOrderNo: string;
  readonly times: readonly Date[];
  readonly macs: readonly Buffer[];
  readonly keyId: string;
  readonly seal: Buffer;
}

/** The text that the seal covers. It keeps a manual deletion from passing for a removal. */
export function removalText({ merchantOrderNo, times, macs }: Omit<RemovedOrder, 'keyId' | 'seal'>): string {
  const entries = macs.map((mac, at) => [times[at]?.toISOString() ?? null, mac.toString('hex')]);
  return canonicalJson(['removed', merchantOrderNo.toLowerCase(), entries]);
}
