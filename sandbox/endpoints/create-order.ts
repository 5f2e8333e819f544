import { randomBytes } from 'node:crypto';
import { checkAddress } from '../catalog/address.js';
import { decimalsOf } from '../catalog/decimal.js';
import { fiatOf } from '../catalog/fiats.js';
import { checkRange, purchaseLimits } from '../catalog/limits.js';
import { pricedPair } from '../catalog/prices.js';
import { payWayOf } from '../catalog/pay-ways.js';
import { quoteBuy } from '../catalog/quoting.js';
import type { BuyOrder, BuyRequest, Order } from '../orders/order.js';
import { roleIn } from '../orders/stage.js';
import { Fields } from '../wire/fields.js';
import { refusals } from '../wire/refusal.js';
import type { World } from '../world.js';
import type { Admitted } from './endpoint.js';

// Allows app schemes; excludes those that run code or open files.
const REDIRECT_SCHEMES = /^(?!javascript:|data:|vbscript:|file:|blob:)/;
const CALLBACK_SCHEMES = /^https?:$/;

interface Created {
  readonly orderNo: string;
  readonly payUrl: string;
}

/** Creates an order. A repeated number is treated as the switch `repeatedNumber` says. */
export function createOrder(world: World, { call, holder, noteOrder }: Admitted): Created {
  const fields = Fields.ofBody(call);
  fields.oneOf('side', ['BUY']);
  fields.integer('depositType', 2);
  const request = readRequest(fields);
  const { pair, fiat, payWay } = checkRequest(world, request);
  const merchantOrderNo = fields.optionalText('merchantOrderNo');
  const earlier = earlierOrder(world, merchantOrderNo);
  if (earlier !== null) return handedOut(world, earlier, noteOrder);
  const now = world.clock.now();
  const order: BuyOrder = {
    side: 'BUY',
    orderNo: world.orders.nextOrderNo(now),
    merchantOrderNo,
    appId: world.settings.appId,
    pageId: randomBytes(16).toString('hex'),
    status: 'PENDING',
    history: [{ status: 'PENDING', at: new Date(now).toISOString(), cause: 'created' }],
    createdAt: now,
    paidAt: null,
    sentAt: null,
    txHash: '',
    email: holder.email,
    merchantUid: holder.uid,
    request,
    quote: quoteBuy(pair, fiat, payWay, request.amount),
    payType: payWay.name,
    tokenAddress: pair.tokenAddress,
    ...roleIn(world.stage.castBuy(merchantOrderNo, request.merchantName)),
  };
  world.orders.add(order);
  world.commit();
  world.progress.begin(order);
  return handedOut(world, order, noteOrder);
}

/**
 * The earlier order with this number, if it is to be returned; null: create another. Throws if repeats are refused.
 */
function earlierOrder({ orders, behaviour }: World, merchantOrderNo: string): Order | null {
  if (merchantOrderNo === '' || behaviour.repeatedNumber === 'second-order') return null;
  const earlier = orders.withMerchantNumber(merchantOrderNo).findLast(({ side }) => side === 'BUY') ?? null;
  if (earlier === null || behaviour.repeatedNumber === 'same-order') return earlier;
  throw refusals.repeatedNumber(behaviour.repeatedNumberCode);
}

function handedOut(world: World, { orderNo, pageId }: Order, noteOrder: Admitted['noteOrder']): Created {
  noteOrder(orderNo);
  return { orderNo, payUrl: `${world.publicUrl}/pay/${pageId}` };
}

function readRequest(fields: Fields): BuyRequest {
  return {
    amount: fields.decimal('amount', 'strings only'),
    fiat: fields.code('fiatCurrency', 3),
    crypto: fields.text('cryptoCurrency'),
    network: fields.text('network'),
    address: fields.text('address'),
    memo: fields.optionalText('memo'),
    payWayCode: fields.text('payWayCode'),
    alpha2: fields.code('alpha2', 2),
    redirectUrl: fields.optionalAddress('redirectUrl', REDIRECT_SCHEMES),
    failRedirectUrl: fields.optionalAddress('failRedirectUrl', REDIRECT_SCHEMES),
    callbackUrl: fields.optionalAddress('callbackUrl', CALLBACK_SCHEMES),
    merchantName: fields.optionalText('merchantName'),
  };
}

/** Looks up fiat, method and pair, and refuses invalid requests. */
function checkRequest(world: World, request: BuyRequest) {
  const fiat = fiatOf(request.fiat, world.behaviour);
  const payWay = payWayOf(request.payWayCode);
  const pair = pricedPair(world, request.crypto, request.network, 'BUY');
  if (decimalsOf(request.amount) > fiat.decimals) throw refusals.decimals(fiat.code, fiat.decimals);
  checkRange(request.amount, purchaseLimits(pair, fiat));
  checkAddress(pair.family, request.address);
  if (request.network === 'BNB' && request.memo === '') throw refusals.memo();
  return { fiat, payWay, pair };
}
