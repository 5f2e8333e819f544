import type { AddressFamily } from './address-family.js';
import { fromBase58, fromBase58Check, fromBech32 } from './encodings.js';
import { rippleDestination } from './ripple.js';
import { tonAccount } from './ton.js';
import type { AddressForm } from './address-form.js';
import { isBitcoinAddress, isDogecoinAddress, isLitecoinAddress } from './bitcoin-like.js';
import { isEvmAddress } from './evm.js';
import { stellarForm } from './stellar.js';

/** null: not an address of this family, or one of a test network. */
type FormOf = (address: string) => AddressForm | null;

const plainIf =
  (is: (address: string) => boolean): FormOf =>
  (address) =>
    is(address) ? 'plain' : null;

export const FORM_OF: Readonly<Record<AddressFamily, FormOf>> = {
  evm: plainIf(isEvmAddress),
  bitcoin: plainIf(isBitcoinAddress),
  litecoin: plainIf(isLitecoinAddress),
  dogecoin: plainIf(isDogecoinAddress),
  tron: plainIf(isTronAddress),
  solana: plainIf((address) => fromBase58(address)?.length === 32),
  ton: plainIf((address) => tonAccount(address) !== null),
  ripple: rippleForm,
  stellar: stellarForm,
  beacon_chain: plainIf((address) => fromBech32('bnb', address)?.length === 20),
};

/** An EVM address's bytes after the byte 0x41. */
function isTronAddress(address: string): boolean {
  const bytes = fromBase58Check(address);
  return bytes?.length === 21 && bytes[0] === 0x41;
}

function rippleForm(address: string): AddressForm | null {
  const destination = rippleDestination(address);
  if (destination === null) return null;
  return destination.tag === 'unsaid' ? 'plain' : 'memo_inside';
}
