import { describe, expect, it } from 'vitest';
import type { Behaviour } from '#sandbox/switches/behaviour.js';
import { readSettings } from '#sandbox/settings/read-settings.js';
import { DEFAULT_SETTINGS } from '#sandbox/settings/settings.js';
import { startMerchant } from './support/merchant.js';

const FIXED = {
  SANDBOX_HOST: '0.0.0.0',
  SANDBOX_PORT: '0',
  SANDBOX_PUBLIC_URL: 'https://pay.example/ramp/',
  SANDBOX_APP_ID: 'app',
  SANDBOX_APP_SECRET: 'secret',
  SANDBOX_APP_SECRET_NEXT: 'next secret',
  SANDBOX_ACCESS_TOKEN: 'token',
  SANDBOX_STATE_FILE: '/tmp/state.json',
};

type Row = readonly [env: string, text: string, value: unknown, wrong: string];

/** By switch: its setting, a text, its value, and a refused text. */
const SWITCHED: Readonly<Record<keyof Behaviour, Row>> = {
  paceMs: ['SANDBOX_PACE_MS', '10', 10, 'quickly'],
  callbacks: ['SANDBOX_CALLBACKS', 'off', false, 'perhaps'],
  callbackRetries: ['SANDBOX_CALLBACK_RETRIES', '100, 200', [100, 200], '100,soon'],
  callbackForm: ['SANDBOX_CALLBACK_FORM', 'query', 'query', 'letter'],
  callbackMethod: ['SANDBOX_CALLBACK_METHOD', 'GET', 'GET', 'PIGEON'],
  callbackSignatures: [
    'SANDBOX_CALLBACK_SIGNATURES',
    'raw-hmac, newSignature',
    ['newSignature', 'raw-hmac'],
    'signature,autograph',
  ],
  callbackKey: ['SANDBOX_CALLBACK_KEY', 'wrong', 'wrong', 'somebody'],
  repeatedNumber: ['SANDBOX_REPEATED_NUMBER', 'refused', 'refused', 'thrice'],
  repeatedNumberCode: ['SANDBOX_REPEATED_NUMBER_CODE', '3111', '3111', 'a b'],
  fiatDecimals: ['SANDBOX_FIAT_DECIMALS', 'HUF=0', { HUF: '0' }, 'HUF'],
  scenarios: ['SANDBOX_SCENARIOS', 'off', false, 'some'],
  signature: ['SANDBOX_SIGNATURE', 'custom', 'custom', 'v9'],
  signatureDigest: ['SANDBOX_SIGNATURE_DIGEST', 'md5', 'md5', 'md4'],
  signatureKey: ['SANDBOX_SIGNATURE_KEY', 'parameter', 'parameter', 'nowhere'],
  signatureEncoding: ['SANDBOX_SIGNATURE_ENCODING', 'HEX', 'HEX', 'Hex'],
  signatureNames: ['SANDBOX_SIGNATURE_NAMES', 'appid,timestamp', 'appid,timestamp', 'appid;timestamp'],
  signatureSort: ['SANDBOX_SIGNATURE_SORT', 'bytes', 'bytes', 'by-length'],
  signatureEmpty: ['SANDBOX_SIGNATURE_EMPTY', 'keep', 'keep', 'maybe'],
  signatureNested: ['SANDBOX_SIGNATURE_NESTED', 'json', 'json', 'xml'],
  signatureHeaders: [
    'SANDBOX_SIGNATURE_HEADERS',
    'appid=X-App, sign=X-Sign',
    { appid: 'X-App', timestamp: 'timestamp', sign: 'X-Sign', 'access-token': 'access-token' },
    'somebody=X-App',
  ],
  signaturePathPrefix: ['SANDBOX_SIGNATURE_PATH_PREFIX', '/api/ramp', '/api/ramp', 'api/ramp'],
  secrets: ['SANDBOX_SECRETS', 'next', 'next', 'neither'],
  signatureRefusedCode: ['SANDBOX_SIGNATURE_REFUSED_CODE', '3108', '3108', 'a b'],
  signatureRefusedHttpStatus: ['SANDBOX_SIGNATURE_REFUSED_HTTP_STATUS', '401', 401, '99'],
  fixedToken: ['SANDBOX_FIXED_TOKEN', 'off', false, 'yes-please'],
  tokenPath: ['SANDBOX_TOKEN_PATH', '/token', '/token', 'token?x'],
  tokenMethod: ['SANDBOX_TOKEN_METHOD', 'GET', 'GET', 'PUT'],
  tokenIdentity: ['SANDBOX_TOKEN_IDENTITY', 'userId', 'userId', '=userId'],
  tokenAnswer: ['SANDBOX_TOKEN_ANSWER', 'data.token', 'data.token', '.token'],
  tokenLifetimeMs: ['SANDBOX_TOKEN_LIFETIME_MS', '7200000', 7_200_000, '0'],
  tokenExpiry: ['SANDBOX_TOKEN_EXPIRY', 'seconds', 'seconds', 'years'],
  tokenSigned: ['SANDBOX_TOKEN_SIGNED', 'off', false, 'half'],
  tokenAuthorization: ['SANDBOX_TOKEN_AUTHORIZATION', 'Bearer x', 'Bearer x', 'Bearer ä'],
  tokenRefusedCode: ['SANDBOX_TOKEN_REFUSED_CODE', '3109', '3109', 'a b'],
  tokenRefusedHttpStatus: ['SANDBOX_TOKEN_REFUSED_HTTP_STATUS', '403', 403, '600'],
  refusalHttpStatus: ['SANDBOX_REFUSAL_HTTP_STATUS', '400', 400, '199'],
  traceId: ['SANDBOX_TRACE_ID', 'off', false, 'sometimes'],
  dateHeader: ['SANDBOX_DATE_HEADER', 'off', false, 'tomorrow'],
  dateSkewMs: ['SANDBOX_DATE_SKEW_MS', '-300000', -300_000, '1e5'],
  stamps: ['SANDBOX_STAMPS', 'machine', 'machine', 'sundial'],
  latencyMs: ['SANDBOX_LATENCY_MS', '20', 20, '-20'],
  rateLimit: ['SANDBOX_RATE_LIMIT', '15', 15, 'fast'],
  rateLimitHttpStatus: ['SANDBOX_RATE_LIMIT_HTTP_STATUS', '503', 503, '0'],
  rateLimitCode: ['SANDBOX_RATE_LIMIT_CODE', '9429', '9429', 'a b'],
  buyAnswer: ['SANDBOX_BUY_ANSWER', 'bare', 'bare', 'naked'],
  sellAnswer: ['SANDBOX_SELL_ANSWER', 'bare', 'bare', 'naked'],
  unknownOrder: ['SANDBOX_UNKNOWN_ORDER', 'refusal', 'refusal', 'shrug'],
  unknownOrderCode: ['SANDBOX_UNKNOWN_ORDER_CODE', '3110', '3110', 'a b'],
  dateFormat: ['SANDBOX_DATE_FORMAT', 'iso', 'iso', 'roman'],
  timeZone: ['SANDBOX_TIME_ZONE', 'Asia/Singapore', 'Asia/Singapore', 'Mars/Base'],
  numbers: ['SANDBOX_NUMBERS', 'numbers', 'numbers', 'romans'],
  listNumbers: ['SANDBOX_LIST_NUMBERS', 'strings', 'strings', 'romans'],
  recordFields: ['SANDBOX_RECORD_FIELDS', '{"channel":"web"}', { channel: 'web' }, '["channel"]'],
  statusWords: ['SANDBOX_STATUS_WORDS', 'CANCEL=GIVEN_UP', { CANCEL: 'GIVEN_UP' }, 'CANCEL'],
  priceChangePercent: ['SANDBOX_PRICE_CHANGE_PERCENT', '-2.5', '-2.5', 'much'],
  quoteFailures: ['SANDBOX_QUOTE_FAILURES', '10003=3100', { 10003: '3100' }, '10003'],
  quoteFailureEntry: ['SANDBOX_QUOTE_FAILURE_ENTRY', 'nulls', 'nulls', 'zeros'],
};

const rows = Object.entries(SWITCHED) as [keyof Behaviour, Row][];
const ALL: Record<string, string> = {
  ...FIXED,
  ...Object.fromEntries(rows.map(([, [env, text]]) => [env, text])),
};

it('reads every setting', () => {
  expect(readSettings(ALL)).toEqual({
    host: '0.0.0.0',
    port: 0,
    publicUrl: 'https://pay.example/ramp',
    appId: 'app',
    appSecret: 'secret',
    appSecretNext: 'next secret',
    accessToken: 'token',
    stateFile: '/tmp/state.json',
    ...Object.fromEntries(rows.map(([name, [, , value]]) => [name, value])),
  });
});

it('has a default for every setting, also for empty values', () => {
  expect(readSettings({})).toEqual(DEFAULT_SETTINGS);
  expect(readSettings(Object.fromEntries(Object.keys(ALL).map((name) => [name, ' '])))).toEqual(DEFAULT_SETTINGS);
  // A text equal to the default would prove nothing above.
  for (const [name, [, , value]] of rows) expect(DEFAULT_SETTINGS[name], name).not.toEqual(value);
});

it('names all malformed settings at once, without values', () => {
  const wrong: Record<string, string> = {
    SANDBOX_PORT: '70000',
    SANDBOX_PUBLIC_URL: 'nowhere-at-all',
    ...Object.fromEntries(rows.map(([, [env, , , text]]) => [env, text])),
  };
  let message = '';
  try {
    readSettings(wrong);
  } catch (error) {
    message = (error as Error).message;
  }
  for (const [name, value] of Object.entries(wrong)) {
    const line = message.split('\n').find((candidate) => candidate.startsWith(`  - ${name} must be `));
    expect(line, name).toBeDefined();
    if (value.length > 3) expect(line).not.toContain(value);
  }
});

describe('at run time', () => {
  it('switches and shows everything; reset restores it', async () => {
    const merchant = await startMerchant({ appSecretNext: 'next secret', paceMs: 1500 });
    const before = (await merchant.control('GET', '/behaviour')).body;
    const changed = Object.fromEntries(rows.map(([name, [, , value]]) => [name, value]));
    const answer = await merchant.control('POST', '/behaviour', changed);
    expect(answer).toEqual({ status: 200, body: changed });
    expect((await merchant.control('GET', '/behaviour')).body).toEqual(changed);
    await merchant.control('POST', '/reset');
    expect((await merchant.control('GET', '/behaviour')).body).toEqual(before);
  });

  it('rejects a body with an invalid field as a whole', async () => {
    const merchant = await startMerchant();
    const before = (await merchant.control('GET', '/behaviour')).body;
    for (const [name] of rows) {
      const answer = await merchant.control('POST', '/behaviour', { traceId: false, [name]: ['not', 'this'] });
      expect(answer.status, name).toBe(400);
      expect(answer.body['error'], name).toMatch(new RegExp(`^${name} must be `));
    }
    expect((await merchant.control('POST', '/behaviour', { tracing: true })).status).toBe(400);
    expect((await merchant.control('POST', '/behaviour', { secrets: 'next' })).status).toBe(400);
    expect((await merchant.control('GET', '/behaviour')).body).toEqual(before);
  });
});
