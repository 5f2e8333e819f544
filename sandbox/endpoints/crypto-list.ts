import { fiatOf } from '../catalog/fiats.js';
import { purchaseLimits } from '../catalog/limits.js';
import { PAIRS } from '../catalog/pairs.js';
import { Fields } from '../wire/fields.js';
import type { World } from '../world.js';
import type { Admitted } from './endpoint.js';

/** All pairs, disabled ones included, with limits in the fiat (USD by default). */
export function cryptoList(world: World, { call }: Admitted): unknown {
  const fiat = fiatOf(Fields.ofQuery(call).code('fiat', 3, 'USD'), world.behaviour);
  const limit = (amount: string): string | number =>
    world.behaviour.listNumbers === 'strings' ? amount : Number(amount);
  return PAIRS.map((pair) => {
    const { min, max } = purchaseLimits(pair, fiat);
    return {
      crypto: pair.crypto,
      network: pair.network,
      buyEnable: pair.buyEnable ? 1 : 0,
      sellEnable: pair.sellEnable ? 1 : 0,
      minPurchaseAmount: limit(min),
      maxPurchaseAmount: limit(max),
      address: null,
      icon: `${world.publicUrl}/icons/${pair.crypto}.svg`,
      minSellAmount: pair.minSell === null ? null : limit(pair.minSell),
      maxSellAmount: pair.maxSell === null ? null : limit(pair.maxSell),
    };
  });
}
