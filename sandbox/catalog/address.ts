import { keccak_256 } from '@noble/hashes/sha3.js';
import { refusals } from '../wire/refusal.js';

export type AddressFamily = 'evm' | 'tron' | 'bitcoin' | 'bnb' | 'solana' | 'xrp' | 'ton';

// Patterns only, except for EVM: enough to tell the families apart and to detect a truncated address.
const SHAPES: Readonly<Record<AddressFamily, RegExp>> = {
  evm: /^0x[0-9a-fA-F]{40}$/,
  tron: /^T[1-9A-HJ-NP-Za-km-z]{33}$/,
  bitcoin: /^(bc1[02-9ac-hj-np-z]{11,71}|[13][1-9A-HJ-NP-Za-km-z]{25,34})$/,
  bnb: /^bnb1[02-9ac-hj-np-z]{38}$/,
  solana: /^[1-9A-HJ-NP-Za-km-z]{32,44}$/,
  xrp: /^r[1-9A-HJ-NP-Za-km-z]{24,34}$/,
  ton: /^[EU]Q[A-Za-z0-9_-]{46}$/,
};

/** Addresses on the provider's risk list, in lower case. */
const RISKY = new Set(['0x000000000000000000000000000000000000dead', '0x7f367cc41522ce07553e823bf3be79a889debe1b']);

/** Refuses an invalid address (3105) or one on the risk list (3106). */
export function checkAddress(family: AddressFamily, address: string): void {
  if (!SHAPES[family].test(address)) throw refusals.address();
  if (family === 'evm' && !hasRightChecksum(address)) throw refusals.address();
  if (RISKY.has(address.toLowerCase())) throw refusals.riskyAddress();
}

/** EIP-55: mixed letter case is a checksum; all lower or all upper case carries none. */
function hasRightChecksum(address: string): boolean {
  const digits = address.slice(2);
  const lower = digits.toLowerCase();
  if (digits === lower || digits === digits.toUpperCase()) return true;
  const hash = Buffer.from(keccak_256(new TextEncoder().encode(lower))).toString('hex');
  const checked = lower.replace(/[a-f]/g, (letter, index: number) =>
    parseInt(hash.charAt(index), 16) >= 8 ? letter.toUpperCase() : letter,
  );
  return digits === checked;
}
