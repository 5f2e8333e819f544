import { randomBytes } from 'node:crypto';
import { checkAddress } from '../catalog/address.js';
import { decimalsOf } from '../catalog/decimal.js';
import { fiatOf } from '../catalog/fiats.js';
import { checkRange, purchaseLimits } from '../catalog/limits.js';
import { enabledPair } from '../catalog/pairs.js';
import { payWayOf } from '../catalog/pay-ways.js';
import { quoteBuy } from '../catalog/quoting.js';
import type { BuyOrder, BuyRequest } from '../orders/order.js';
import { Fields } from '../wire/fields.js';
import { refusals } from '../wire/refusal.js';
import type { World } from '../world.js';
import type { Admitted } from './endpoint.js';

// A merchant's app has a scheme of its own; schemes that run code or open files are nobody's way back.
const REDIRECT_SCHEMES = /^(?!javascript:|data:|vbscript:|file:|blob:)/;
const CALLBACK_SCHEMES = /^https?:$/;

/** Makes an order each time it is called, also with a number that it has seen before. */
export function createOrder(world: World, { call, holder, noteOrder }: Admitted): { orderNo: string; payUrl: string } {
  const fields = Fields.ofBody(call);
  fields.oneOf('side', ['BUY']);
  fields.integer('depositType', 2);
  const request = readRequest(fields);
  const { pair, fiat, payWay } = checkRequest(request);
  const now = world.clock.now();
  const order: BuyOrder = {
    side: 'BUY',
    orderNo: world.orders.nextOrderNo(now),
    merchantOrderNo: fields.optionalText('merchantOrderNo'),
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
    overrides: {},
  };
  world.orders.add(order);
  world.commit();
  noteOrder(order.orderNo);
  return { orderNo: order.orderNo, payUrl: `${world.publicUrl}/pay/${order.pageId}` };
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

/** Looks up what the request names, and refuses what it may not ask for. */
function checkRequest(request: BuyRequest) {
  const fiat = fiatOf(request.fiat);
  const payWay = payWayOf(request.payWayCode);
  const pair = enabledPair(request.crypto, request.network, 'BUY');
  if (decimalsOf(request.amount) > fiat.decimals) throw refusals.decimals(fiat.code, fiat.decimals);
  checkRange(request.amount, purchaseLimits(pair, fiat));
  checkAddress(pair.family, request.address);
  if (request.network === 'BNB' && request.memo === '') throw refusals.memo();
  return { fiat, payWay, pair };
}
