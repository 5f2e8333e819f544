import { createHmac } from 'node:crypto';
import type { HttpCall } from '../../../src/ramp/calls/signed-call.js';
import { MINUTE } from '../../../src/platform/time/time.js';

export const APP_ID = 'app-simulated';
const APP_SECRET = 'secret-of-the-simulated-app';
const ACCESS_TOKEN = 'token-0';
const PREFIX = '/open/api/v3/merchant';

/** The variables with which the service reaches this provider. */
export const PROVIDER_SETTINGS = {
  RAMP_BASE_URL: 'https://api.provider.example',
  RAMP_APP_ID: APP_ID,
  RAMP_APP_SECRET: APP_SECRET,
  RAMP_ACCESS_TOKEN: ACCESS_TOKEN,
  RAMP_ACCESS_TOKEN_REFUSED_CODES: '4001',
  RAMP_SIGNATURE_REFUSED_CODES: '4002',
  RAMP_NOT_FOUND: 'null',
} as const;

type Endpoint = 'create' | 'query' | 'quote' | 'list' | 'token';
export type Fields = Readonly<Record<string, string>>;

const ENDPOINTS: Readonly<Record<string, Endpoint>> = {
  [`POST ${PREFIX}/trade/create`]: 'create',
  [`GET ${PREFIX}/query/trade`]: 'query',
  [`POST ${PREFIX}/order/quote`]: 'quote',
  [`GET ${PREFIX}/crypto/list`]: 'list',
  [`POST ${PREFIX}/getToken`]: 'token',
};

export interface SignedRequest {
  readonly endpoint: Endpoint | null;
  readonly fields: Fields;
  readonly stamp: number;
  readonly sign: string;
  /** The code with which it is refused before anything is done. */
  readonly refusal: string | null;
}

/** Checks it as the contract says, with nothing of the service's own code. `now`: milliseconds since 1970. */
export function readRequest({ method, url, headers, body }: HttpCall, now: number): SignedRequest {
  const { pathname, searchParams } = new URL(url);
  const sent: object = body === null ? Object.fromEntries(searchParams) : (JSON.parse(body.toString()) as object);
  const fields = Object.fromEntries(Object.entries(sent).map(([name, value]) => [name, String(value)]));
  const { appid = '', timestamp = '', sign = '', 'access-token': token = '' } = headers;
  const endpoint = ENDPOINTS[`${method} ${pathname}`] ?? null;
  const stamp = Number(timestamp);
  const refusal = () => {
    if (endpoint === null) return '3107';
    if (appid !== APP_ID) return '3104';
    if (sign !== signature({ ...fields, appid, timestamp })) return '4002';
    if (now - stamp > 5 * MINUTE) return '3103';
    return endpoint === 'create' && !token.startsWith('token-') ? '4001' : null;
  };
  return { endpoint, fields, stamp, sign, refusal: refusal() };
}

function signature(parameters: Fields): string {
  const names = Object.keys(parameters).sort((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1));
  const text = names.map((name) => `${name}=${parameters[name]}`).join('&');
  return createHmac('sha256', APP_SECRET).update(text).digest('hex');
}
