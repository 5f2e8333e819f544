import type { Crypto } from '#client/src/index.js';
import { tidyAddress, tidyMemo } from '#src/platform/addresses/tidy.js';
import { judgeAddress, judgeMemo } from './rules/destination.js';
import type { AddressVerdict, Judge, MemoVerdict } from './rules/destination.js';
import type { Entry } from './rules/entry.js';
import { isSamePair } from './rules/pairs.js';
import { shopTerms } from './shop-terms.js';
import { useAddressRules } from './use-address-rules.js';

interface EnteredDestination {
  /** The address to send; empty: none entered. */
  readonly address: string;
  /** The memo to send; empty: none, or the network has no memos. */
  readonly memo: string;
  /** null: the rules are not loaded. */
  readonly addressVerdict: AddressVerdict | null;
  readonly memoVerdict: MemoVerdict;
}

export function useDestination(entry: Entry, pair: Crypto | undefined, pairs: readonly Crypto[]): EnteredDestination {
  const rules = useAddressRules();
  const entered = tidyAddress(entry.address);
  const hasMemo = pair?.memoLabel != null || pair?.memoRequired === true || shopTerms.memo !== undefined;
  const memo = hasMemo ? tidyMemo(entry.memo).trim() : '';
  if (rules === null || pair === undefined) {
    return { address: entered, memo, addressVerdict: null, memoVerdict: 'ok' };
  }
  // Payment links too are judged by the address in them.
  const judge: Judge = (where) => rules.judge({ ...where, address: rules.plain(where), contract: pair.address });
  const address = rules.plain({ network: pair.network, address: entered, memo: memo === '' ? null : memo });
  const others = pairs.filter((other) => pair.crypto === other.crypto && !isSamePair(other, pair));
  const networks = others.map(({ network }) => network);
  const addressVerdict = judgeAddress(judge, pair.network, address, networks);
  const memoVerdict = addressVerdict.kind === 'ok' ? judgeMemo(judge, pair.network, address, memo) : 'ok';
  return { address, memo, addressVerdict, memoVerdict };
}
