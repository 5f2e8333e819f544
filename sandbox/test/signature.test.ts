import { describe, expect, it } from 'vitest';
import type { SandboxOptions } from '#sandbox/sandbox.js';
import type { Merchant } from './support/merchant.js';
import { ORDER, PATHS, startMerchant } from './support/merchant.js';
import { sign } from './support/sign.js';
import type { Vector } from './support/vectors.js';
import { CUSTOM_VECTORS, VECTORS } from './support/vectors.js';

const { appId, appSecret, timestamp } = VECTORS;

/** Sends a vector exactly as stated, including its signature. */
function sendVector(merchant: Merchant, { method, path, query, body }: Vector, signature: string) {
  return merchant.send(method, path, query ?? body ?? {}, {
    now: Number(timestamp),
    headers: { sign: signature },
  });
}

async function merchantAt(time: string, options: SandboxOptions): Promise<Merchant> {
  const merchant = await startMerchant(options);
  await merchant.control('POST', '/clock', { offsetMs: Number(time) - Date.now() });
  return merchant;
}

describe.each(['v3', 'v4'] as const)('%s vectors', (scheme) => {
  it.each(VECTORS[scheme])('$name: accepted, and refused with one character changed', async (vector) => {
    const merchant = await merchantAt(timestamp, { appId, appSecret, signature: scheme });
    expect((await sendVector(merchant, vector, vector.sign)).returnCode).toBe('0000');
    const changed = vector.sign.startsWith('a') ? `b${vector.sign.slice(1)}` : `a${vector.sign.slice(1)}`;
    expect((await sendVector(merchant, vector, changed)).returnCode).toBe('1002');
  });
});

it('legacy: accepts the vector with any parameters, and no other signature', async () => {
  const merchant = await merchantAt(timestamp, { appId, appSecret, signature: 'legacy' });
  for (const vector of VECTORS.v3) {
    expect((await sendVector(merchant, vector, VECTORS.legacy.sign)).returnCode).toBe('0000');
    expect((await sendVector(merchant, vector, vector.sign)).returnCode).toBe('1002');
  }
});

describe('coverage of a v3 signature', () => {
  it.each([
    ['another value', { ...ORDER, amount: '100.01' }],
    ['a further field', { ...ORDER, memo: 'x' }],
    ['a field less', Object.fromEntries(Object.entries(ORDER).filter(([name]) => name !== 'merchantOrderNo'))],
    ['a nested value', { ...ORDER, memo: { text: 'x' } }],
  ])('refuses %s than was signed', async (_what, sent) => {
    const merchant = await startMerchant();
    const answer = await merchant.create({}, { rawBody: JSON.stringify(sent) });
    expect(answer).toMatchObject({ status: 200, returnCode: '1002', returnMsg: 'Invalid signature', data: null });
    expect(await merchant.orders()).toEqual([]);
  });

  it.each([
    ['another secret', { secret: 'wrong' }],
    ['no signature', { headers: { sign: null } }],
    ['the signature of another scheme', { scheme: 'v4' }],
  ] as const)('refuses %s', async (_what, options) => {
    const merchant = await startMerchant();
    expect((await merchant.list({}, options)).returnCode).toBe('1002');
  });

  it('does not let a field replace a header', async () => {
    const merchant = await startMerchant();
    const answer = await merchant.send('GET', PATHS.query, { merchantOrderNo: 'A', appid: 'other' });
    // The signature covers the header's appid; see `sign`.
    expect(answer.returnCode).toBe('0000');
  });
});

const { timestamp: customTimestamp, vectors, ...customKey } = CUSTOM_VECTORS;

type Knobs = (typeof vectors)[number]['knobs'];

const DEFAULTS = {
  digest: 'sha256',
  key: 'hmac',
  encoding: 'hex',
  names: 'all',
  sort: 'ignore-case',
  empty: 'omit',
  nested: 'refuse',
};

/** The sandbox's switches have the names of the service's scheme: `signatureDigest` for `digest`. */
function switches(knobs: Knobs): SandboxOptions {
  const named = Object.entries({ ...DEFAULTS, ...knobs }).map(
    ([name, value]) => [`signature${name[0]!.toUpperCase()}${name.slice(1)}`, value] as const,
  );
  return Object.fromEntries([['signature', 'custom'], ...named]) as SandboxOptions;
}

/** True if the sandbox accepts the signature, even if it refuses the fields. */
async function accepts(merchant: Merchant, body: Record<string, unknown>, sign: string): Promise<boolean> {
  const answer = await merchant.send('POST', PATHS.create, body, { now: Number(customTimestamp), headers: { sign } });
  expect(answer.returnCode).toMatch(/^(1001|1002)$/);
  return answer.returnCode !== '1002';
}

it('accepts each vector under its own settings, and no altered one', async () => {
  const merchant = await merchantAt(customTimestamp, customKey);
  for (const { knobs, fields, sign } of vectors) {
    await merchant.control('POST', '/behaviour', switches(knobs));
    expect(await accepts(merchant, fields, sign), JSON.stringify(knobs)).toBe(true);
    const flipped = `${sign.slice(0, -4)}${sign.at(-4) === '0' ? '1' : '0'}${sign.slice(-3)}`;
    expect(await accepts(merchant, fields, flipped)).toBe(false);
    const isSigned = knobs['names'] === undefined;
    expect(await accepts(merchant, { ...fields, further: 'x' }, sign)).toBe(!isSigned);
    const encoding = knobs['encoding'] ?? 'hex';
    if (encoding !== 'base64') {
      const other = encoding === 'hex' ? sign.toUpperCase() : sign.toLowerCase();
      expect(await accepts(merchant, fields, other)).toBe(false);
    }
  }
});

it('accepts only the configured header names, and hides them in the ledger', async () => {
  const merchant = await startMerchant({
    signatureHeaders: { appid: 'X-App', timestamp: 'X-Time', sign: 'X-Sign', 'access-token': 'X-Token' },
  });
  expect((await merchant.create()).returnCode).toBe('3104');
  const now = Date.now();
  const request = { method: 'POST', path: PATHS.create, query: {}, body: ORDER };
  const right = sign('v3', 'sandbox-app', 'sandbox-secret', String(now), request);
  const headers = {
    appid: null,
    timestamp: null,
    sign: null,
    'access-token': null,
    'x-app': 'sandbox-app',
    'x-time': String(now),
    'x-sign': right,
    'x-token': 'sandbox-token',
  };
  expect((await merchant.send('POST', PATHS.create, ORDER, { headers })).returnCode).toBe('0000');
  const [, entry] = await merchant.ledger('?endpoint=create');
  expect(entry!['headers']).toMatchObject({ 'x-app': 'sandbox-app', 'x-sign': '[hidden]', 'x-token': '[hidden]' });
  expect(JSON.stringify(await merchant.ledger())).not.toContain(right);
});

it('answers under another path prefix, and refuses the default one with 3107', async () => {
  const merchant = await startMerchant({ signaturePathPrefix: '/api/ramp' });
  expect((await merchant.list()).returnCode).toBe('3107');
  for (const scheme of ['v3', 'v4'] as const) {
    await merchant.control('POST', '/behaviour', { signature: scheme });
    const answer = await merchant.send('GET', '/api/ramp/merchant/crypto/list', { fiat: 'EUR' }, { scheme });
    expect(answer.returnCode).toBe('0000');
  }
  expect((await merchant.send('GET', '/api/ramp/merchant/nothing', {})).returnCode).toBe('3107');
  expect((await merchant.send('POST', '/api/ramp/merchant/crypto/list', {})).returnCode).toBe('3107');
  expect((await merchant.send('GET', '/api/rampart/merchant/crypto/list', {})).status).toBe(404);
});

it('accepts either secret during a rotation, then the new one only', async () => {
  const merchant = await startMerchant({ appSecretNext: 'the new one' });
  const codes = async () => [
    (await merchant.list({}, { secret: 'sandbox-secret' })).returnCode,
    (await merchant.list({}, { secret: 'the new one' })).returnCode,
  ];
  expect(await codes()).toEqual(['0000', '0000']);
  await merchant.control('POST', '/behaviour', { secrets: 'current' });
  expect(await codes()).toEqual(['0000', '1002']);
  await merchant.control('POST', '/behaviour', { secrets: 'next' });
  expect(await codes()).toEqual(['1002', '0000']);
  expect(JSON.stringify((await merchant.control('GET', '/behaviour')).body)).not.toContain('the new one');
});

it('refuses a wrong signature with the configured code and status', async () => {
  const merchant = await startMerchant({ refusalHttpStatus: 400 });
  expect(await merchant.list({}, { secret: 'x' })).toMatchObject({ status: 400, returnCode: '1002' });
  await merchant.control('POST', '/behaviour', { signatureRefusedCode: '3108', signatureRefusedHttpStatus: 401 });
  expect(await merchant.list({}, { secret: 'x' })).toMatchObject({ status: 401, returnCode: '3108', data: null });
  expect(await merchant.list({ fiat: 'XTS' })).toMatchObject({ status: 400, returnCode: '3100' });
});
