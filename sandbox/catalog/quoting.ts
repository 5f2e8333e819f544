import { Amount, fixed, quantity } from './decimal.js';
import type { Fiat } from './fiats.js';
import type { Pair } from './pairs.js';
import { usdPriceOf } from './pairs.js';
import type { PayWay } from './pay-ways.js';

const SELL_FEE_SHARE = '0.01';

/** Price, quantity and fees of a purchase, as decimal text with the names of the records. */
export interface BuyQuote {
  readonly cryptoPrice: string;
  readonly cryptoQuantity: string;
  readonly rampFee: string;
  readonly rampFeeInUSD: string;
  readonly networkFee: string;
  readonly networkFeeInUSD: string;
  readonly cryptoNetworkFee: string;
  readonly fiatInUSD: string;
  readonly cryptoAmountInUSDT: string;
}

/** `amount` is fiat. Fees are deducted before the rest buys crypto; the quantity is rounded down. */
export function quoteBuy(pair: Pair, fiat: Fiat, payWay: PayWay, amount: string): BuyQuote {
  const paid = new Amount(amount);
  const price = new Amount(pair.usdPrice).times(fiat.perUsd);
  const rampFee = fixed(paid.times(payWay.share).plus(new Amount(payWay.flatUsd).times(fiat.perUsd)), fiat.decimals);
  const networkFee = fixed(price.times(pair.networkFee), fiat.decimals);
  const bought = quantity(paid.minus(rampFee).minus(networkFee).dividedBy(price), pair.decimals);
  return {
    cryptoPrice: price.toFixed(),
    cryptoQuantity: bought,
    rampFee,
    rampFeeInUSD: inUsd(rampFee, fiat),
    networkFee,
    networkFeeInUSD: fixed(new Amount(pair.usdPrice).times(pair.networkFee), 2),
    cryptoNetworkFee: pair.networkFee,
    fiatInUSD: inUsd(amount, fiat),
    cryptoAmountInUSDT: quantity(new Amount(bought).times(pair.usdPrice).dividedBy(usdPriceOf('USDT')), 6),
  };
}

/** Price, proceeds and fee of a sale. `fiatQuantity` is before the service fee. */
export interface SellQuote {
  readonly cryptoPrice: string;
  readonly fiatQuantity: string;
  readonly rampFee: string;
  readonly rampFeeInUSD: string;
  readonly cryptoNetworkFee: string;
}

/** `cryptoAmount`: the quantity to sell. */
export function quoteSell(pair: Pair, fiat: Fiat, cryptoAmount: string): SellQuote {
  const price = new Amount(pair.usdPrice).times(fiat.perUsd);
  const gross = price.times(cryptoAmount);
  const rampFee = fixed(gross.times(SELL_FEE_SHARE), fiat.decimals);
  return {
    cryptoPrice: price.toFixed(),
    fiatQuantity: fixed(gross, fiat.decimals),
    rampFee,
    rampFeeInUSD: inUsd(rampFee, fiat),
    cryptoNetworkFee: pair.networkFee,
  };
}

function inUsd(amount: string, fiat: Fiat): string {
  return fixed(new Amount(amount).dividedBy(fiat.perUsd), 2);
}
