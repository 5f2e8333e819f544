import type { Fiat } from '../catalog/fiats.js';
import { decimalsOf } from '../catalog/decimal.js';
import { fiatOf } from '../catalog/fiats.js';
import { checkRange, purchaseLimits, sellLimits } from '../catalog/limits.js';
import type { Pair } from '../catalog/pairs.js';
import type { PayWay } from '../catalog/pay-ways.js';
import { PAY_WAYS, payWayOf } from '../catalog/pay-ways.js';
import { pricedPair } from '../catalog/prices.js';
import { quoteBuy, quoteSell } from '../catalog/quoting.js';
import { withNumbers } from '../wire/amounts.js';
import { Fields } from '../wire/fields.js';
import { refusals, Refusal } from '../wire/refusal.js';
import type { World } from '../world.js';
import type { Admitted } from './endpoint.js';

type QuoteRecord = Record<string, string | null>;

/** BUY: one record, or with type ALL one for each payment method. SELL: one record with fiatQuantity. */
export function quote(world: World, { call }: Admitted): unknown {
  const { numbers } = world.behaviour;
  const answer = quoted(world, Fields.ofBody(call));
  if (numbers === 'strings') return answer;
  return Array.isArray(answer) ? answer.map(withNumbers) : withNumbers(answer);
}

function quoted(world: World, fields: Fields): QuoteRecord | QuoteRecord[] {
  const side = fields.oneOf('side', ['BUY', 'SELL']);
  const crypto = fields.text('crypto');
  const network = fields.text('network');
  const amount = fields.decimal('amount', 'numbers too');
  const fiatCode = fields.code('fiat', 3);
  fields.code('country', 2);

  const fiat = fiatOf(fiatCode, world.behaviour);
  const pair = pricedPair(world, crypto, network, side);
  if (side === 'SELL') {
    checkRange(amount, sellLimits(pair));
    return sellRecord(pair, fiat, amount);
  }
  if (decimalsOf(amount) > fiat.decimals) throw refusals.decimals(fiat.code, fiat.decimals);
  checkRange(amount, purchaseLimits(pair, fiat));
  const one = (payWay: PayWay): QuoteRecord => buyRecord(pair, fiat, payWay, amount);
  if (fields.oneOf('type', ['ONE', 'ALL'], 'ONE') === 'ALL') return PAY_WAYS.flatMap((way) => entry(world, way, one));
  const payWay = payWayOf(fields.optionalText('payWayCode') || '10001');
  const failure = failureOf(world, payWay);
  if (failure !== null) throw failure;
  return one(payWay);
}

/** The entries of one payment method in a list of quotes. */
function entry(world: World, payWay: PayWay, one: (payWay: PayWay) => QuoteRecord): readonly QuoteRecord[] {
  const failure = failureOf(world, payWay);
  if (failure === null) return [one(payWay)];
  const { returnCode, returnMsg } = failure;
  switch (world.behaviour.quoteFailureEntry) {
    case 'error':
      return [{ payWayCode: payWay.code, returnCode, returnMsg }];
    case 'nulls': {
      const kept = new Set(['fiat', 'crypto', 'payWayCode']);
      return [
        Object.fromEntries(Object.entries(one(payWay)).map(([name, value]) => [name, kept.has(name) ? value : null])),
      ];
    }
    case 'left-out':
      return [];
  }
}

function failureOf({ behaviour }: World, { code }: PayWay): Refusal | null {
  const returnCode = behaviour.quoteFailures[code];
  return returnCode === undefined ? null : new Refusal(returnCode, 'No quote for this payment method');
}

function buyRecord(pair: Pair, fiat: Fiat, payWay: PayWay, amount: string): QuoteRecord {
  const priced = quoteBuy(pair, fiat, payWay, amount);
  return {
    cryptoPrice: priced.cryptoPrice,
    rampFee: priced.rampFee,
    rampFeeInUSD: priced.rampFeeInUSD,
    cryptoNetworkFee: priced.cryptoNetworkFee,
    networkFee: priced.networkFee,
    cryptoQuantity: priced.cryptoQuantity,
    ...REBATES,
    fiat: fiat.code,
    crypto: pair.crypto,
    payWayCode: payWay.code,
  };
}

function sellRecord(pair: Pair, fiat: Fiat, cryptoAmount: string): QuoteRecord {
  return {
    ...quoteSell(pair, fiat, cryptoAmount),
    networkFee: null,
    cryptoQuantity: null,
    ...REBATES,
    fiat: fiat.code,
    crypto: pair.crypto,
  };
}

const REBATES = { rebateFiatAmount: '0', rebateUsdAmount: '0' };
