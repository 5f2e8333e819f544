import type { Behaviour } from '../switches/behaviour.js';
import { createOrder } from './create-order.js';
import { cryptoList } from './crypto-list.js';
import type { Endpoint } from './endpoint.js';
import { getToken } from './get-token.js';
import { queryOrder } from './query-order.js';
import { quote } from './quote.js';

const ENDPOINTS: readonly Endpoint[] = [
  {
    name: 'create',
    method: 'POST',
    path: '/merchant/trade/create',
    needs: 'signature and access token',
    act: createOrder,
  },
  { name: 'query', method: 'GET', path: '/merchant/query/trade', needs: 'signature', act: queryOrder },
  { name: 'quote', method: 'POST', path: '/merchant/order/quote', needs: 'signature', act: quote },
  { name: 'list', method: 'GET', path: '/merchant/crypto/list', needs: 'signature', act: cryptoList },
];

/** Not in the contract, which does not define how tokens are issued; common among providers of this interface. */
function tokenEndpoint({ tokenMethod: method }: Behaviour): Endpoint {
  return { name: 'token', method, path: '/merchant/getToken', needs: 'what the switches of tokens say', act: getToken };
}

/** Unknown paths below it are refused with 3107; the sandbox has no pages there. */
const COMMON_PREFIX = '/open/api/';

export function isMerchantPath(behaviour: Behaviour, path: string): boolean {
  const { signaturePathPrefix: prefix } = behaviour;
  return path.startsWith(COMMON_PREFIX) || path.startsWith(`${prefix}/`) || path === tokenPath(behaviour);
}

/** null: no such endpoint, refused with 3107. */
export function endpointAt(behaviour: Behaviour, method: string, path: string): Endpoint | null {
  const token = tokenEndpoint(behaviour);
  const isAt = (endpoint: Endpoint, where: string): boolean => endpoint.method === method && where === path;
  if (isAt(token, tokenPath(behaviour))) return token;
  return ENDPOINTS.find((endpoint) => isAt(endpoint, behaviour.signaturePathPrefix + endpoint.path)) ?? null;
}

function tokenPath(behaviour: Behaviour): string {
  return behaviour.tokenPath ?? behaviour.signaturePathPrefix + tokenEndpoint(behaviour).path;
}
