import { useEffect, useRef, useState } from 'preact/hooks';
import type { Crypto } from '#client/src/index.js';
import { facts } from '../page-facts.js';
import { lastChoice } from './memory.js';
import { guessFiat } from './rules/countries.js';
import type { Entry } from './rules/entry.js';
import { linkedPair } from './rules/link.js';
import type { LinkWish } from './rules/link.js';
import { findPair, fittingPairs } from './rules/pairs.js';
import { isAboutFiat } from './rules/problem-place.js';
import { shopTerms } from './shop-terms.js';
import { useCryptos } from './use-cryptos.js';
import type { CryptosState } from './use-cryptos.js';

interface Coins {
  readonly cryptos: CryptosState;
  readonly reload: () => void;
  readonly pairs: readonly Crypto[];
  /** The chosen one; undefined: none yet, or it is not for sale in this currency. */
  readonly pair: Crypto | undefined;
  /** The link that the page was opened with names a coin that is not for sale. */
  readonly hasOddLink: boolean;
  /** Somebody chose a coin, or a currency: nothing else is put in its place from now on. */
  readonly choose: (part: Partial<Entry>) => void;
}

/**
 * What is for sale in the chosen currency, and which of it is chosen. Until somebody chooses, `fill` changes what was
 * guessed, remembered or linked to and cannot be had.
 */
export function useCoins(
  entry: Pick<Entry, 'fiat' | 'pair'>,
  wish: LinkWish,
  isOnline: boolean,
  fill: (change: (now: Entry) => Entry) => void,
): Coins {
  const isChosen = useRef(false);
  // Nobody chose it, so nobody has to hear that it is not offered.
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
  useEffect(() => {
    if (pairs.length === 0 || pair !== undefined || isChosen.current) return;
    fill((now) => ({ ...now, pair: linked ?? pairs[0] ?? null }));
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
