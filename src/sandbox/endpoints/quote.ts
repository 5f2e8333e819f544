import type { Fiat } from '../catalog/fiats.js';
import { fiatOf } from '../catalog/fiats.js';
import { checkRange, purchaseLimits, sellLimits } from '../catalog/limits.js';
import type { Pair } from '../catalog/pairs.js';
import { enabledPair } from '../catalog/pairs.js';
import type { PayWay } from '../catalog/pay-ways.js';
import { PAY_WAYS, payWayOf } from '../catalog/pay-ways.js';
import { quoteBuy, quoteSell } from '../catalog/quoting.js';
import { Fields } from '../wire/fields.js';
import type { World } from '../world.js';
import type { Admitted } from './endpoint.js';

const REBATES = { rebateFiatAmount: '0', rebateUsdAmount: '0' };

/** BUY: one record, or with type ALL one for each payment method. SELL: one record with fiatQuantity. */
export function quote(_world: World, { call }: Admitted): unknown {
  const fields = Fields.ofBody(call);
  const side = fields.oneOf('side', ['BUY', 'SELL']);
  const crypto = fields.text('crypto');
  const network = fields.text('network');
  const amount = fields.decimal('amount', 'numbers too');
  const fiatCode = fields.code('fiat', 3);
  fields.code('country', 2);

  const fiat = fiatOf(fiatCode);
  const pair = enabledPair(crypto, network, side);
  if (side === 'SELL') {
    checkRange(amount, sellLimits(pair));
    return sellRecord(pair, fiat, amount);
  }
  checkRange(amount, purchaseLimits(pair, fiat));
  const all = fields.oneOf('type', ['ONE', 'ALL'], 'ONE') === 'ALL';
  const payWays = all ? PAY_WAYS : [payWayOf(fields.optionalText('payWayCode') || '10001')];
  const records = payWays.map((payWay) => buyRecord(pair, fiat, payWay, amount));
  return all ? records : records[0];
}

function buyRecord(pair: Pair, fiat: Fiat, payWay: PayWay, amount: string): Record<string, string> {
  const quoted = quoteBuy(pair, fiat, payWay, amount);
  return {
    cryptoPrice: quoted.cryptoPrice,
    rampFee: quoted.rampFee,
    rampFeeInUSD: quoted.rampFeeInUSD,
    cryptoNetworkFee: quoted.cryptoNetworkFee,
    networkFee: quoted.networkFee,
    cryptoQuantity: quoted.cryptoQuantity,
    ...REBATES,
    fiat: fiat.code,
    crypto: pair.crypto,
    payWayCode: payWay.code,
  };
}

function sellRecord(pair: Pair, fiat: Fiat, cryptoAmount: string): Record<string, string | null> {
  return {
    ...quoteSell(pair, fiat, cryptoAmount),
    networkFee: null,
    cryptoQuantity: null,
    ...REBATES,
    fiat: fiat.code,
    crypto: pair.crypto,
  };
}
