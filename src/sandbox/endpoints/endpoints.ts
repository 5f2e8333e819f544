import { createOrder } from './create-order.js';
import { cryptoList } from './crypto-list.js';
import type { Endpoint } from './endpoint.js';
import { getToken } from './get-token.js';
import { queryOrder } from './query-order.js';
import { quote } from './quote.js';

/** All that the merchant API offers; any other path or method is 3107. */
export const ENDPOINTS: readonly Endpoint[] = [
  { name: 'create', method: 'post', path: '/v3/merchant/trade/create', needsAccessToken: true, act: createOrder },
  { name: 'query', method: 'get', path: '/v3/merchant/query/trade', needsAccessToken: false, act: queryOrder },
  { name: 'quote', method: 'post', path: '/v3/merchant/order/quote', needsAccessToken: false, act: quote },
  { name: 'list', method: 'get', path: '/v3/merchant/crypto/list', needsAccessToken: false, act: cryptoList },
  // Not in the contract, which leaves open how tokens are issued; common among providers of this interface.
  { name: 'token', method: 'post', path: '/v3/merchant/getToken', needsAccessToken: false, act: getToken },
];
