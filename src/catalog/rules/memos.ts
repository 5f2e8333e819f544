import type { AddressFamily } from '../../platform/addresses/networks.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';

export const MEMO_LABELS = ['memo', 'tag', 'comment'] as const;
export type MemoLabel = (typeof MEMO_LABELS)[number];

/** A network's memo: its name and its format. */
export interface MemoRule {
  readonly label: MemoLabel;
  /** Absent: any memo that a request may carry (128 printable characters). */
  readonly format?: { readonly fits: (memo: string) => boolean; readonly wanted: string };
}

const MEMO: MemoRule = { label: 'memo' };

/** Families whose networks share one address between customers. */
export const MEMO_OF_FAMILY: Partial<Readonly<Record<AddressFamily, MemoRule>>> = {
  beacon_chain: MEMO,
  ton: { label: 'comment' },
  ripple: { label: 'tag', format: { fits: isDestinationTag, wanted: 'a whole number up to 4294967295' } },
  stellar: { label: 'memo', format: { fits: isStellarMemo, wanted: 'at most 28 characters, or a hash of 64 digits' } },
};

/** The same for networks without an address check, by canonical name. */
export const MEMO_OF_NETWORK: ReadonlyMap<string, MemoRule> = new Map([
  ['EOS', MEMO],
  ['KAVA', MEMO],
  ['SEI', MEMO],
]);

const HIGHEST_TAG = 4_294_967_295;

/** XRP Ledger: 32 bits without sign. */
function isDestinationTag(memo: string): boolean {
  return /^\d{1,10}$/.test(memo) && Number(memo) <= HIGHEST_TAG;
}

/** Stellar: text of 28 bytes, a number of 64 bits (which is shorter), or a hash of 32 bytes in hexadecimal digits. */
function isStellarMemo(memo: string): boolean {
  return utf8ToBytes(memo).length <= 28 || /^[0-9a-fA-F]{64}$/.test(memo);
}
