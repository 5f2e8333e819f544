import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Crypto } from '#client/src/index.js';
import { facts } from '../page-facts.js';
import { lastChoice } from './memory.js';
import { guessFiat } from '#src/platform/terms/guesses.js';
import type { Entry } from './rules/entry.js';
import { linkedPair } from './rules/link.js';
import type { LinkWish } from './rules/link.js';
import { findPair, fittingPairs, isSold } from './rules/pairs.js';
import { isAboutFiat } from './rules/problem-place.js';
import { shopTerms } from './shop-terms.js';
import { useCryptos } from './use-cryptos.js';
import type { CryptosState } from './use-cryptos.js';

interface Coins {
  readonly cryptos: CryptosState;
  readonly reload: () => void;
  readonly pairs: readonly Crypto[];
  /** The chosen coin; undefined: none yet, or not for sale in this currency. */
  readonly pair: Crypto | undefined;
  /** The page's link names a coin that is not for sale. */
  readonly hasOddLink: boolean;
  /** After the visitor has chosen a coin or a currency, it is not replaced. */
  readonly choose: (part: Partial<Entry>) => void;
}

/**
 * The coins for sale in the chosen currency, and the chosen one. Until the visitor chooses, `fill` replaces a
 * guessed, stored or linked coin that is not for sale.
 */
export function useCoins(
  entry: Pick<Entry, 'fiat' | 'pair'>,
  wish: LinkWish,
  isOnline: boolean,
  fill: (change: (now: Entry) => Entry) => void,
): Coins {
  const isChosen = useRef(false);
  // A guessed currency that is not offered is replaced without a message.
  const [isFiatGuessed, setFiatGuessed] = useState(
    () => (shopTerms.fiat ?? wish.fiat ?? lastChoice().fiat) === undefined,
  );
  const { cryptos, reload } = useCryptos(entry.fiat, isOnline);
  const pairs = cryptos.kind === 'ready' ? fittingPairs(cryptos.list.items, shopTerms) : [];
  const pair = findPair(pairs, entry.pair);
  const linked = linkedPair(wish, pairs);

  useEffect(() => {
    if (cryptos.kind !== 'failed' || !isFiatGuessed || !isAboutFiat(cryptos.error)) return;
    const others = facts.fiats.filter((fiat) => fiat !== entry.fiat);
    fill((now) => ({ ...now, fiat: guessFiat(null, others) ?? now.fiat }));
    setFiatGuessed(false);
  }, [cryptos]);
  useLayoutEffect(() => {
    if (pairs.length === 0 || pair !== undefined || isChosen.current) return;
    fill((now) => ({ ...now, pair: linked ?? pairs.find(isSold) ?? pairs[0] ?? null }));
  }, [cryptos]);

  return {
    cryptos,
    reload,
    pairs,
    pair,
    hasOddLink: pairs.length > 0 && linked === undefined,
    choose: ({ pair: coin, fiat }) => {
      if (coin !== undefined) isChosen.current = true;
      if (fiat !== undefined) setFiatGuessed(false);
    },
  };
}
