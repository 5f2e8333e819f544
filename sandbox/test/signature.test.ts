import { describe, expect, it } from 'vitest';
import type { Merchant } from './support/merchant.js';
import { ORDER, PATHS, startMerchant } from './support/merchant.js';
import { sign } from './support/sign.js';
import type { Vector } from './support/vectors.js';
import { VECTORS } from './support/vectors.js';

const { appId, appSecret, timestamp } = VECTORS;

/** Sends a vector exactly as stated, including its signature. */
function sendVector(merchant: Merchant, { method, path, query, body }: Vector, signature: string) {
  return merchant.send(method, path, query ?? body ?? {}, {
    now: Number(timestamp),
    headers: { sign: signature },
  });
}

async function merchantAtVectorTime(signature: 'v3' | 'v4' | 'legacy'): Promise<Merchant> {
  const merchant = await startMerchant({ appId, appSecret, signature });
  await merchant.control('POST', '/clock', { offsetMs: Number(timestamp) - Date.now() });
  return merchant;
}

describe.each(['v3', 'v4'] as const)('%s vectors', (scheme) => {
  it.each(VECTORS[scheme])('$name: accepted, and refused with one character changed', async (vector) => {
    const merchant = await merchantAtVectorTime(scheme);
    expect((await sendVector(merchant, vector, vector.sign)).returnCode).toBe('0000');
    const changed = vector.sign.startsWith('a') ? `b${vector.sign.slice(1)}` : `a${vector.sign.slice(1)}`;
    expect((await sendVector(merchant, vector, changed)).returnCode).toBe('1002');
  });

  it.each(VECTORS[scheme])("$name: the tests' own signing agrees", ({ method, path, query, body, sign: right }) => {
    expect(sign(scheme, appId, appSecret, timestamp, { method, path, query: query ?? {}, body })).toBe(right);
  });
});

it('legacy: accepts the vector with any parameters, and no other signature', async () => {
  const merchant = await merchantAtVectorTime('legacy');
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
    ['empty and null fields', JSON.stringify({ ...ORDER, memo: null, redirectUrl: '' })],
    ['white space and order', JSON.stringify(Object.fromEntries(Object.entries(ORDER).reverse()), null, 2)],
  ])('ignores %s', async (_what, rawBody) => {
    const merchant = await startMerchant();
    expect((await merchant.create({}, { rawBody })).returnCode).toBe('0000');
  });

  it('uses the sent text of a number', async () => {
    const merchant = await startMerchant();
    const rawBody = (amount: string): string =>
      `{"crypto":"USDT","network":"ETH","fiat":"USD","country":"US","amount":${amount},"side":"BUY"}`;
    expect((await merchant.quote({ amount: '100.10' }, { rawBody: rawBody('100.10') })).returnCode).toBe('0000');
    expect((await merchant.quote({ amount: '100.1' }, { rawBody: rawBody('100.10') })).returnCode).toBe('1002');
  });

  it.each([
    ['another secret', { secret: 'wrong' }],
    ['no signature', { headers: { sign: null } }],
    ['the signature of another scheme', { scheme: 'v4' }],
  ] as const)('refuses %s', async (_what, options) => {
    const merchant = await startMerchant();
    expect((await merchant.list({}, options)).returnCode).toBe('1002');
  });

  it('refuses the right signature in upper case', async () => {
    const merchant = await startMerchant();
    const now = Date.now();
    const request = { method: 'GET', path: PATHS.list, query: {}, body: null };
    const right = sign('v3', 'sandbox-app', 'sandbox-secret', String(now), request);
    expect((await merchant.list({}, { now, headers: { sign: right } })).returnCode).toBe('0000');
    expect((await merchant.list({}, { now, headers: { sign: right.toUpperCase() } })).returnCode).toBe('1002');
  });

  it('sorts names ignoring letter case', async () => {
    const merchant = await startMerchant();
    expect((await merchant.list({ Zulu: '1', yankee: '2', Xray: '3', alpha: '4' })).returnCode).toBe('0000');
  });

  it('does not let a field replace a header', async () => {
    const merchant = await startMerchant();
    const answer = await merchant.send('GET', PATHS.query, { merchantOrderNo: 'A', appid: 'other' });
    // The signature covers the header's appid; see `sign`.
    expect(answer.returnCode).toBe('0000');
  });
});
