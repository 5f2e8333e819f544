import type { Crypto } from '#client/src/index.js';
import { judgeAddress, judgeMemo, tidyAddress } from './rules/destination.js';
import type { AddressVerdict, MemoVerdict } from './rules/destination.js';
import type { Entry } from './rules/entry.js';
import { isSamePair } from './rules/pairs.js';
import { shopTerms } from './shop-terms.js';
import { useJudge } from './use-judge.js';

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
  const judge = useJudge();
  const address = tidyAddress(entry.address);
  const hasMemo = pair?.memoLabel != null || pair?.memoRequired === true || shopTerms.memo !== undefined;
  const memo = hasMemo ? entry.memo.trim() : '';
  if (judge === null || pair === undefined) return { address, memo, addressVerdict: null, memoVerdict: 'ok' };
  const others = pairs.filter((other) => pair.crypto === other.crypto && !isSamePair(other, pair));
  const networks = others.map(({ network }) => network);
  const addressVerdict = judgeAddress(judge, pair.network, address, networks);
  const memoVerdict = addressVerdict.kind === 'ok' ? judgeMemo(judge, pair.network, address, memo) : 'ok';
  return { address, memo, addressVerdict, memoVerdict };
}
