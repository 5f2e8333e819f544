import { onTestFinished } from 'vitest';
import type { SandboxOptions } from '#sandbox/sandbox.js';
import { createSandbox } from '#sandbox/sandbox.js';
import type { Scheme } from './sign.js';
import { sign } from './sign.js';

type Json = Readonly<Record<string, unknown>>;

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly returnCode: unknown;
  readonly returnMsg: unknown;
  readonly envelope: Json;
  readonly data: unknown;
}

export interface CallOptions {
  readonly scheme?: Scheme;
  readonly secret?: string;
  /** Override the headers of a valid call; null removes one. */
  readonly headers?: Readonly<Record<string, string | null>>;
  /** Sent instead of the body's JSON; the signature covers the body. */
  readonly rawBody?: string;
  readonly now?: number;
  readonly patienceMs?: number;
}

export const PATHS = {
  create: '/open/api/v3/merchant/trade/create',
  query: '/open/api/v3/merchant/query/trade',
  quote: '/open/api/v3/merchant/order/quote',
  list: '/open/api/v3/merchant/crypto/list',
  token: '/open/api/v3/merchant/getToken',
};

export const ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7';

export const ORDER = {
  side: 'BUY',
  merchantOrderNo: 'A-1001',
  amount: '100.00',
  fiatCurrency: 'USD',
  cryptoCurrency: 'USDT',
  depositType: 2,
  address: ADDRESS,
  network: 'ETH',
  payWayCode: '10001',
  alpha2: 'US',
};

const QUOTE = { crypto: 'USDT', network: 'ETH', fiat: 'USD', country: 'US', amount: '100', side: 'BUY' };

interface OrderView {
  readonly side: string;
  readonly orderNo: string;
  readonly merchantOrderNo: string;
  readonly status: string;
  readonly vanished: boolean;
  readonly scenario: string | null;
  readonly next: string | null;
  readonly payUrl: string;
  readonly history: readonly { readonly status: string; readonly at: string; readonly cause: string }[];
  readonly record: Record<string, unknown>;
}

interface SummaryView {
  readonly orders: number;
  readonly paidOrders: number;
  readonly doubleCreates: readonly string[];
  readonly calls: Json;
  readonly faults: Json;
  readonly callbacks: Readonly<Record<string, number>>;
}

/**
 * A sandbox on a free port that stops with the test, and a merchant that calls it. Moves happen only when a test
 * makes them.
 */
export async function startMerchant(options: SandboxOptions = {}) {
  const sandbox = createSandbox({ port: 0, paceMs: 3_600_000, ...options });
  const url = await sandbox.start();
  onTestFinished(() => sandbox.stop());
  return { url, stop: () => sandbox.stop(), ...merchantOf(url, options) };
}

export function merchantOf(url: string, { appId = 'sandbox-app', appSecret = 'sandbox-secret' }: SandboxOptions = {}) {
  const send = async (method: string, path: string, fields: Json, options: CallOptions = {}): Promise<Answer> => {
    const [query, body] = method === 'GET' ? [fields, null] : [{}, fields];
    const timestamp = String(options.now ?? Date.now());
    const signature = sign(options.scheme ?? 'v3', appId, options.secret ?? appSecret, timestamp, {
      method,
      path,
      query,
      body,
    });
    const headers = Object.entries({
      'content-type': 'application/json',
      appid: appId,
      timestamp,
      sign: signature,
      'access-token': 'sandbox-token',
      ...options.headers,
    } as Record<string, string | null>).filter((pair): pair is [string, string] => pair[1] !== null);
    const search = new URLSearchParams(
      Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
    );
    const answer = await fetch(`${url}${path}${search.size === 0 ? '' : `?${search.toString()}`}`, {
      method,
      headers,
      redirect: 'manual',
      ...(body === null ? {} : { body: options.rawBody ?? JSON.stringify(body) }),
      ...(options.patienceMs === undefined ? {} : { signal: AbortSignal.timeout(options.patienceMs) }),
    });
    const text = await answer.text();
    const envelope = parsed(text);
    const { returnCode, returnMsg, data } = envelope;
    return { status: answer.status, headers: answer.headers, text, envelope, returnCode, returnMsg, data };
  };

  const control = async (method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown) => {
    const answer = await fetch(`${url}/_control${path}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };

  return {
    send,
    control,
    create: (fields: Json = {}, options?: CallOptions) => send('POST', PATHS.create, { ...ORDER, ...fields }, options),
    query: (fields: Json, options?: CallOptions) => send('GET', PATHS.query, fields, options),
    quote: (fields: Json = {}, options?: CallOptions) => send('POST', PATHS.quote, { ...QUOTE, ...fields }, options),
    list: (fields: Json = {}, options?: CallOptions) => send('GET', PATHS.list, fields, options),
    token: (fields: Json, options?: CallOptions) => send('POST', PATHS.token, fields, options),
    orders: async (no?: string) =>
      (await control('GET', no === undefined ? '/orders' : `/orders/${no}`)).body['orders'] as readonly OrderView[],
    summary: async () => (await control('GET', '/summary')).body as unknown as SummaryView,
    ledger: async (filter = '') =>
      (await control('GET', `/ledger${filter}`)).body['entries'] as readonly Record<string, unknown>[],
  };
}

export type Merchant = Awaited<ReturnType<typeof startMerchant>>;

function parsed(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return {};
  }
}
