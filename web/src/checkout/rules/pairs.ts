import type { Crypto } from '#client/src/index.js';
import { sameTerm } from '#src/platform/terms/terms.js';
import { networkName } from '../../ui/network-name.js';
import { cryptoName } from './crypto-names.js';
import type { Limits } from './limits.js';

export interface PairName {
  readonly crypto: string;
  readonly network: string;
}

export interface CryptoGroup {
  readonly crypto: string;
  readonly pairs: readonly Crypto[];
}

export function isSamePair(a: PairName, b: PairName): boolean {
  return a.crypto === b.crypto && a.network === b.network;
}

/** False: staff has paused it. The page lists no pair that the provider does not sell. */
export const isSold = ({ buyEnabled }: Pick<Crypto, 'buyEnabled'>): boolean => buyEnabled;

/** The pair's entry in the list; undefined: it is not for sale. */
export function findPair<Pair extends PairName>(pairs: readonly Pair[], wanted: PairName | null): Pair | undefined {
  if (wanted === null) return undefined;
  return pairs.find((pair) => isSamePair(pair, wanted)) ?? fittingPairs(pairs, wanted)[0];
}

/** The pairs that the shop allows, under any of their names. */
export function fittingPairs<Pair extends PairName>(
  pairs: readonly Pair[],
  { crypto, network }: Partial<PairName>,
): readonly Pair[] {
  return pairs.filter(
    (pair) =>
      (crypto === undefined || sameTerm('crypto', pair.crypto, crypto)) &&
      (network === undefined || sameTerm('network', pair.network, network)),
  );
}

export function limitsOf({ minBuyAmount, maxBuyAmount }: Crypto): Limits {
  return { min: minBuyAmount, max: maxBuyAmount };
}

/**
 * Pairs in which every word of `search` begins a word of the crypto or network, short or long name; networks of one
 * crypto together, in the list's order. Exact matches come first: `ton` finds TON before anything on its network.
 */
export function searchPairs(pairs: readonly Crypto[], search: string): readonly CryptoGroup[] {
  const words = wordsOf(search);
  const groups = new Map<string, Crypto[]>();
  for (const pair of pairs) {
    const names = wordsOf(searchText(pair));
    if (!words.every((word) => names.some((name) => name.startsWith(word)))) continue;
    groups.set(pair.crypto, [...(groups.get(pair.crypto) ?? []), pair]);
  }
  const found = [...groups].map(([crypto, own]) => ({ crypto, pairs: own }));
  const [first = ''] = words;
  const rank = ({ crypto }: CryptoGroup): number =>
    first === '' || namesOf(crypto).some((name) => name.startsWith(first)) ? 0 : 1;
  return found.sort((a, b) => rank(a) - rank(b));
}

function searchText({ crypto, network }: PairName): string {
  return [...namesOf(crypto), network, networkName(network)].join(' ');
}

function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
}

function namesOf(crypto: string): string[] {
  return [crypto, cryptoName(crypto) ?? ''].map((name) => name.toLowerCase()).filter(Boolean);
}
