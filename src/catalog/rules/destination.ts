import type { NetworkSettings, AddressFamily } from '../../platform/addresses/networks.js';
import type { AddressForm } from '../../platform/addresses/memo-networks.js';
import { isEvmAddress, FORM_OF, isOwnerless } from '../../platform/addresses/checks.js';
import { canonicalNetwork, networkOf } from '../../platform/addresses/networks.js';
import { tidyAddress } from '../../platform/addresses/tidy.js';
import { addressInLink } from './payment-link.js';
import { MEMO_OF_FAMILY, MEMO_OF_NETWORK } from './memos.js';
import type { MemoRule } from './memos.js';

export interface Destination {
  readonly network: string;
  readonly address: string;
  readonly memo: string | null;
}

export type DestinationVerdict =
  | { readonly kind: 'ok' }
  /** `ownerless`: no one has its key. `link`: a payment link for another network, or with more than an address. */
  | { readonly kind: 'address_invalid'; readonly why?: 'ownerless' | 'link' }
  | { readonly kind: 'memo_required' }
  /** `message` completes "memo …". */
  | { readonly kind: 'memo_invalid'; readonly message: string };

/** Addresses are printable ASCII; other characters cannot be sent on safely. */
const PRINTABLE = /^[\x21-\x7e]{1,256}$/;

/** The address as it is sent: tidied, and taken out of a payment link for this network. */
export function plainAddress(destination: Destination, decided: NetworkSettings): string {
  const address = tidyAddress(destination.address);
  return addressInLink({ ...destination, address }, familyOf(destination.network, decided)) ?? address;
}

/**
 * Refuses only certain mistakes: an address that is not of the network or has no owner, a missing or malformed memo. The
 * provider decides on networks that we do not know.
 */
export function judgeDestination(destination: Destination, decided: NetworkSettings): DestinationVerdict {
  const { network, address, memo } = destination;
  if (addressInLink(destination, familyOf(network, decided)) === null) return { kind: 'address_invalid', why: 'link' };
  const form = formOf(network, address, decided);
  if (form === null) return { kind: 'address_invalid' };
  if (isOwnerless(address, network)) return { kind: 'address_invalid', why: 'ownerless' };
  if (memo === null) {
    return isMemoRequired(network, decided) && takesMemo(form, address) ? { kind: 'memo_required' } : { kind: 'ok' };
  }
  if (form === 'memo_inside') return { kind: 'memo_invalid', message: 'must be left out: this address contains it' };
  const format = memoRule(network, decided)?.format;
  return format?.fits(memo) === false ? { kind: 'memo_invalid', message: `must be ${format.wanted}` } : { kind: 'ok' };
}

export function isMemoRequired(network: string, { memoRequired }: NetworkSettings): boolean {
  return memoRequired.includes(canonicalNetwork(network));
}

/** The network's word for a memo; null: it has none, or we do not know. */
export function memoLabel(network: string, decided: NetworkSettings): MemoRule['label'] | null {
  return memoRule(network, decided)?.label ?? null;
}

/** null: certainly not an address of that network. */
function formOf(network: string, address: string, decided: NetworkSettings): AddressForm | null {
  if (!PRINTABLE.test(address)) return null;
  const family = familyOf(network, decided);
  return family === null ? 'plain' : FORM_OF[family](address);
}

/** EVM addresses take no memo, also on networks (such as Sei and Kava) that have their own address form. */
function takesMemo(form: AddressForm, address: string): boolean {
  return form === 'plain' && !isEvmAddress(address);
}

function familyOf(network: string, { families }: NetworkSettings): AddressFamily | null {
  const decided = families.get(canonicalNetwork(network));
  return decided === undefined ? (networkOf(network)?.family ?? null) : decided;
}

function memoRule(network: string, decided: NetworkSettings): MemoRule | null {
  const family = familyOf(network, decided);
  return (family === null ? MEMO_OF_NETWORK.get(canonicalNetwork(network)) : MEMO_OF_FAMILY[family]) ?? null;
}
