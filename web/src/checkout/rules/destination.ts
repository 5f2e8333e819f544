import { MEMO } from '#src/platform/addresses/tidy.js';
import type { Destination, DestinationVerdict } from '#src/catalog/rules/destination.js';

export type Judge = (destination: Destination) => DestinationVerdict;

/** The address rules, as the operator configured them. */
export interface AddressRules {
  readonly judge: Judge;
  /** The address to send; extracts it from a payment link for this network. */
  readonly plain: (destination: Destination) => string;
}

export type AddressVerdict =
  | { readonly kind: 'empty' | 'ok' }
  /** `fits`: networks of the same crypto on which the address would be valid. */
  | {
      readonly kind: 'invalid';
      readonly why?: 'ownerless' | 'link' | 'secret' | 'contract';
      /** The coin of a contract; absent: the chosen one. */
      readonly coin?: string;
      readonly fits: readonly string[];
    };

export type MemoVerdict =
  | 'ok'
  | 'required'
  /** The address itself contains the memo. */
  | 'inside'
  | 'characters'
  /** Not this network's format. */
  | 'format';

/** Groups of four, for people to compare. */
export function inFours(text: string): string {
  return text.replace(/.{4}(?=.)/gs, '$& ');
}

/** `others` are the other networks of the same crypto. */
export function judgeAddress(
  judge: Judge,
  network: string,
  address: string,
  others: readonly string[],
): AddressVerdict {
  if (address === '') return { kind: 'empty' };
  const verdictOn = (name: string): DestinationVerdict => judge({ network: name, address, memo: null });
  const verdict = verdictOn(network);
  if (verdict.kind !== 'address_invalid') return { kind: 'ok' };
  return { ...verdict, kind: 'invalid', fits: others.filter((name) => verdictOn(name).kind !== 'address_invalid') };
}

/** Judges the memo for a valid address. Empty text is no memo. */
export function judgeMemo(judge: Judge, network: string, address: string, memo: string): MemoVerdict {
  if (memo !== '' && !MEMO.test(memo)) return 'characters';
  const verdict = judge({ network, address, memo: memo === '' ? null : memo });
  if (verdict.kind === 'memo_required') return 'required';
  if (verdict.kind !== 'memo_invalid') return 'ok';
  // A single digit is a valid memo on every network with memos: if it is refused, the address has no room for one.
  return judge({ network, address, memo: '1' }).kind === 'memo_invalid' ? 'inside' : 'format';
}
