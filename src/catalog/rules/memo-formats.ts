import { utf8ToBytes } from '@noble/hashes/utils.js';

const HIGHEST_TAG = 4_294_967_295;

/** XRP Ledger: 32 bits without sign. */
export function isDestinationTag(memo: string): boolean {
  return /^\d{1,10}$/.test(memo) && Number(memo) <= HIGHEST_TAG;
}

/** Stellar: text of 28 bytes, a number of 64 bits (which is shorter), or a hash of 32 bytes in hexadecimal digits. */
export function isStellarMemo(memo: string): boolean {
  return utf8ToBytes(memo).length <= 28 || /^[0-9a-fA-F]{64}$/.test(memo);
}
