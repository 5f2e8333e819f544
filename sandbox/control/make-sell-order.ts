import { randomBytes } from 'node:crypto';
import type { AddressFamily } from '../catalog/address.js';
import { Amount } from '../catalog/decimal.js';
import { fiatOf } from '../catalog/fiats.js';
import { pricedPair } from '../catalog/prices.js';
import { quoteSell } from '../catalog/quoting.js';
import type { SellOrder } from '../orders/order.js';
import { roleIn } from '../orders/stage.js';
import type { World } from '../world.js';
import { ControlError } from './control-input.js';
import type { ControlInput } from './control-input.js';

/** The provider's deposit addresses, one for each family that can be sold. */
const DEPOSIT_ADDRESSES: Partial<Record<AddressFamily, string>> = {
  evm: '0x52908400098527886E0F7030069857D2E4169EE7',
  tron: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8',
};

/**
 * Creates a SELL order, as a user does on the provider's pages; the merchant API has no call for it. Sells 100 USDT
 * on ETH for USD by default. Throws a `Refusal` if the pair cannot be sold.
 */
export function makeSellOrder(world: World, input: ControlInput): SellOrder {
  const pair = pricedPair(world, input.text('crypto', 'USDT'), input.text('network', 'ETH'), 'SELL');
  const fiat = fiatOf(input.text('fiat', 'USD'), world.behaviour);
  const cryptoAmount = input.text('cryptoAmount', '100');
  if (!/^\d{1,18}(\.\d{1,18})?$/.test(cryptoAmount) || new Amount(cryptoAmount).isZero()) {
    throw new ControlError('cryptoAmount must be a decimal in a string');
  }
  const merchantOrderNo = input.text('merchantOrderNo', '');
  const now = world.clock.now();
  const order: SellOrder = {
    side: 'SELL',
    orderNo: world.orders.nextOrderNo(now),
    merchantOrderNo,
    appId: world.settings.appId,
    pageId: randomBytes(16).toString('hex'),
    status: '1',
    history: [{ status: '1', at: new Date(now).toISOString(), cause: 'created' }],
    createdAt: now,
    paidAt: null,
    confirmedAt: null,
    paidOutAt: null,
    txHash: '',
    email: input.text('email', 'person@example.com'),
    request: {
      crypto: pair.crypto,
      network: pair.network,
      fiat: fiat.code,
      cryptoAmount,
      address: DEPOSIT_ADDRESSES[pair.family] ?? '',
    },
    quote: quoteSell(pair, fiat, cryptoAmount),
    ...roleIn(world.stage.castSell(merchantOrderNo)),
  };
  const status = input.text('status', '1');
  world.orders.add(order);
  if (status === '1') {
    world.commit();
    world.progress.begin(order);
  } else world.progress.force(order, status, false);
  return order;
}
