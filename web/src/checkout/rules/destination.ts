import { MEMO } from '#src/platform/shared/memo.js';
import type { Destination, DestinationVerdict } from '#src/catalog/rules/destination.js';

/** What the address rules say of a destination. */
export type Judge = (destination: Destination) => DestinationVerdict;

/** The rules of addresses, with what the operator decided. */
export interface AddressRules {
  readonly judge: Judge;
  /** The address as it is sent: out of a payment link for this network, too. */
  readonly plain: (destination: Destination) => string;
}

export type AddressVerdict =
  | { readonly kind: 'empty' | 'ok' }
  /** `fits`: networks of the same crypto of which it would be an address. */
  | { readonly kind: 'invalid'; readonly why?: 'ownerless' | 'link'; readonly fits: readonly string[] };

export type MemoVerdict =
  | 'ok'
  | 'required'
  /** The address itself says what the memo is. */
  | 'inside'
  /** Letters that no request may carry. */
  | 'characters'
  /** Not what this network takes. */
  | 'format';

/** For people to compare, group by group. */
export function inFours(text: string): string {
  return text.replace(/.{4}(?=.)/gs, '$& ');
}

/** `others` are the networks on which the same crypto is sold as well. */
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
  const fits = others.filter((name) => verdictOn(name).kind !== 'address_invalid');
  return { kind: 'invalid', ...(verdict.why === undefined ? {} : { why: verdict.why }), fits };
}

/** Judges the memo beside an address that is right. Empty text is no memo. */
export function judgeMemo(judge: Judge, network: string, address: string, memo: string): MemoVerdict {
  if (memo !== '' && !MEMO.test(memo)) return 'characters';
  const verdict = judge({ network, address, memo: memo === '' ? null : memo });
  if (verdict.kind === 'memo_required') return 'required';
  if (verdict.kind !== 'memo_invalid') return 'ok';
  // A single digit is a memo on every network that has them: refused, the address leaves no room for one.
  return judge({ network, address, memo: '1' }).kind === 'memo_invalid' ? 'inside' : 'format';
}
