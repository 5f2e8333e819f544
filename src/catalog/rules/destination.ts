import { utf8ToBytes } from '@noble/hashes/utils.js';
import type { NetworkSettings, AddressFamily } from '../../platform/addresses/networks.js';
import type { AddressForm } from '../../platform/addresses/memo-networks.js';
import { canonicalAddress } from '../../platform/addresses/canonical.js';
import { isEvmAddress, FORM_OF, isForeign, isOwnerless, isSecret } from '../../platform/addresses/checks.js';
import { coinOfContract } from '../../platform/addresses/contracts.js';
import { canonicalNetwork, networkOf } from '../../platform/addresses/networks.js';
import { LONGEST_ADDRESS, tidyAddress } from '../../platform/addresses/tidy.js';

export interface Destination {
  readonly network: string;
  readonly address: string;
  readonly memo: string | null;
  /** The contract of the crypto; null or absent: unknown. */
  readonly contract?: string | null;
}

export type DestinationVerdict =
  | { readonly kind: 'ok' }
  /**
   * `ownerless`: no one has its key. `link`: a payment link for another network, or with more than an address. `secret`: a
   * recovery phrase or a private key.
   */
  | { readonly kind: 'address_invalid'; readonly why?: 'ownerless' | 'link' | 'secret' }
  /** A coin's contract; `coin` absent: of the crypto itself. */
  | { readonly kind: 'address_invalid'; readonly why: 'contract'; readonly coin?: string }
  | { readonly kind: 'memo_required' }
  /** `message` completes "memo …". */
  | { readonly kind: 'memo_invalid'; readonly message: string };

/** Other characters cannot be sent on safely. */
const PRINTABLE = /^[\x21-\x7e]+$/;

export const MEMO_LABELS = ['memo', 'tag', 'comment'] as const;
export type MemoLabel = (typeof MEMO_LABELS)[number];

interface MemoRule {
  readonly label: MemoLabel;
  /** Absent: any memo that a request may carry (128 printable characters). */
  readonly format?: { readonly fits: (memo: string) => boolean; readonly wanted: string };
}

const MEMO: MemoRule = { label: 'memo' };

/** Families whose networks share one address between customers. `null`: unknown, so there may be memos. */
const MEMO_OF_FAMILY: Partial<Readonly<Record<AddressFamily | 'null', MemoRule>>> = {
  null: MEMO,
  beacon_chain: MEMO,
  ton: { label: 'comment' },
  ripple: { label: 'tag', format: { fits: isDestinationTag, wanted: 'a whole number up to 4294967295' } },
  stellar: { label: 'memo', format: { fits: isStellarMemo, wanted: 'at most 28 characters, or a hash of 64 digits' } },
};

/** XRP Ledger: 32 bits without sign. */
const HIGHEST_TAG = 4_294_967_295;

function isDestinationTag(memo: string): boolean {
  return /^\d{1,10}$/.test(memo) && Number(memo) <= HIGHEST_TAG;
}

/** Stellar: text of 28 bytes, a number of 64 bits (which is shorter), or a hash of 32 bytes in hexadecimal digits. */
function isStellarMemo(memo: string): boolean {
  return utf8ToBytes(memo).length <= 28 || /^[0-9a-fA-F]{64}$/.test(memo);
}

/** The address as it is sent. */
export function plainAddress(destination: Destination, decided: NetworkSettings): string {
  const address = tidyAddress(destination.address);
  return addressInLink({ ...destination, address }, familyOf(destination.network, decided)) ?? address;
}

/** Refuses only certain mistakes; the provider decides on networks that we do not know. */
export function judgeDestination(destination: Destination, decided: NetworkSettings): DestinationVerdict {
  const { network, address, memo, contract } = destination;
  if (addressInLink(destination, familyOf(network, decided)) === null) return { kind: 'address_invalid', why: 'link' };
  if (isSecret(address)) return { kind: 'address_invalid', why: 'secret' };
  const form = formOf(network, address, decided);
  if (form === null) return { kind: 'address_invalid' };
  const coin = coinOfContract(address);
  if (coin !== undefined) return { kind: 'address_invalid', why: 'contract', coin };
  if (contract != null && canonicalAddress(contract, network) === canonicalAddress(address, network)) {
    return { kind: 'address_invalid', why: 'contract' };
  }
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

/** Can the form of its addresses be checked? */
export function isChecked(network: string, decided: NetworkSettings): boolean {
  return familyOf(network, decided) !== null;
}

/** The network's word for a memo; null: it has none. */
export function memoLabel(network: string, decided: NetworkSettings): MemoRule['label'] | null {
  return memoRule(network, decided)?.label ?? null;
}

/** null: not an address of that network. */
function formOf(network: string, address: string, decided: NetworkSettings): AddressForm | null {
  if (!PRINTABLE.test(address) || address.length > LONGEST_ADDRESS) return null;
  const family = familyOf(network, decided);
  if (family !== null) return FORM_OF[family](address);
  const isUnchecked = decided.families.get(canonicalNetwork(network)) === null;
  return !isUnchecked && isForeign(address, network) ? null : 'plain';
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
  return MEMO_OF_FAMILY[familyOf(network, decided) ?? 'null'] ?? null;
}

/** A scheme, and the text that wallets put around the address (BIP-21, EIP-681, Solana Pay, SEP-7, `ton://`). */
const LINK = /^(?:web\+)?([a-z][a-z0-9.+-]*):(?:\/\/)?(?:transfer\/|pay-)?([^?#]*)\??([^#]*)/i;
const EVM_TARGET = /^(0x[0-9a-f]{40})(?:@(\w+))?(?:\/(\w+))?$/i;
const MEMO_NAMES = ['dt', 'tag', 'memo', 'memo_id', 'text', 'comment'];

/** null: the link is for another network, calls a contract, or has a memo that the customer did not enter. */
function addressInLink({ network, address, memo }: Destination, family: AddressFamily | null): string | null {
  const [, scheme, path = '', query = ''] = LINK.exec(address) ?? [];
  if (scheme === undefined) return address;
  const parameters = new URLSearchParams(query);
  if (MEMO_NAMES.some((name) => (parameters.get(name) || memo) !== memo)) return null;
  if (family === 'evm') return evmAddress(network, scheme, path, parameters);
  const isOwn = canonicalNetwork(scheme) === canonicalNetwork(network);
  const isForeign = !isOwn && (networkOf(scheme) ?? networkOf(network)) !== undefined;
  if (isForeign) return null;
  // On Bitcoin Cash, and on networks that we do not know, the scheme is part of the address.
  if (networkOf(network) === undefined || canonicalNetwork(network) === 'BCH') return `${scheme}:${path}`;
  return parameters.get('destination') ?? (path === '' ? null : path);
}

/** `ethereum:` is the scheme of all EVM networks, unless the link names a chain. */
function evmAddress(network: string, scheme: string, path: string, parameters: URLSearchParams): string | null {
  const [, target, chain, call] = EVM_TARGET.exec(path) ?? [];
  const isScheme = scheme.toLowerCase() === 'ethereum' || canonicalNetwork(scheme) === canonicalNetwork(network);
  const isChain = chain === undefined || Number(chain) === networkOf(network)?.chainId;
  if (target === undefined || !isScheme || !isChain) return null;
  if (call === undefined) return target;
  return call === 'transfer' ? parameters.get('address') : null;
}
