import type { Behaviour } from '../switches/behaviour.js';
import { Amount } from './decimal.js';
import type { Pair } from './pairs.js';
import { enabledPair } from './pairs.js';

interface Market {
  readonly behaviour: Pick<Behaviour, 'priceChangePercent'>;
}

/** The pair at its current price. Throws the `Refusal` of {@link enabledPair}. */
export function pricedPair({ behaviour }: Market, crypto: string, network: string, side: 'BUY' | 'SELL'): Pair {
  const pair = enabledPair(crypto, network, side);
  const factor = new Amount(behaviour.priceChangePercent).dividedBy(100).plus(1);
  return { ...pair, usdPrice: new Amount(pair.usdPrice).times(factor).toFixed() };
}
