import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { SandboxOptions } from '#sandbox/sandbox.js';
import type { Merchant } from './support/merchant.js';
import { PATHS, startMerchant } from './support/merchant.js';

type Knobs = Readonly<Record<'digest' | 'key' | 'encoding' | 'names' | 'sort' | 'empty' | 'nested', string>>;

/** Calculated with another language's standard library. */
const { timestamp, vectors } = JSON.parse(
  readFileSync(new URL('fixtures/custom-sign-vectors.json', import.meta.url), 'utf8'),
) as {
  readonly timestamp: string;
  readonly vectors: readonly {
    readonly knobs: Knobs;
    readonly body: Record<string, unknown>;
    readonly sign: string;
  }[];
};

function switches(knobs: Partial<Knobs>): SandboxOptions {
  return Object.fromEntries([
    ['signature', 'custom'],
    ...Object.entries(knobs).map(([name, value]) => [`signature${name[0]!.toUpperCase()}${name.slice(1)}`, value]),
  ]) as SandboxOptions;
}

/** True if the sandbox accepts the signature, even if it refuses the fields. */
async function accepts(merchant: Merchant, body: Record<string, unknown>, sign: string): Promise<boolean> {
  const answer = await merchant.send('POST', PATHS.create, body, { now: Number(timestamp), headers: { sign } });
  expect(answer.returnCode).toMatch(/^(1001|1002)$/);
  return answer.returnCode !== '1002';
}

async function merchantAtVectorTime(options: SandboxOptions): Promise<Merchant> {
  const merchant = await startMerchant(options);
  await merchant.control('POST', '/clock', { offsetMs: Number(timestamp) - Date.now() });
  return merchant;
}

it('accepts each vector under its own settings, and no altered one', async () => {
  const merchant = await merchantAtVectorTime({});
  for (const { knobs, body, sign } of vectors) {
    await merchant.control('POST', '/behaviour', switches(knobs));
    expect(await accepts(merchant, body, sign), JSON.stringify(knobs)).toBe(true);
    const flipped = `${sign.slice(0, -4)}${sign.at(-4) === '0' ? '1' : '0'}${sign.slice(-3)}`;
    expect(await accepts(merchant, body, flipped)).toBe(false);
    if (knobs.names === 'all') expect(await accepts(merchant, { ...body, side: 'SELL' }, sign)).toBe(false);
    const isCased = knobs.encoding !== 'base64';
    if (isCased) {
      const other = knobs.encoding === 'hex' ? sign.toUpperCase() : sign.toLowerCase();
      expect(await accepts(merchant, body, other)).toBe(false);
    }
  }
});

it('accepts no vector under the settings of another', async () => {
  const merchant = await merchantAtVectorTime({});
  for (const { knobs } of vectors) {
    await merchant.control('POST', '/behaviour', switches(knobs));
    for (const other of vectors.filter((vector) => vector.knobs !== knobs).slice(0, 12)) {
      expect(await accepts(merchant, other.body, other.sign)).toBe(false);
    }
  }
});

it('equals v3 with default settings', async () => {
  const merchant = await startMerchant({ signature: 'custom' });
  expect((await merchant.create()).returnCode).toBe('0000');
  expect((await merchant.create({}, { scheme: 'v4' })).returnCode).toBe('1002');
});

it('signs nested values only if configured', async () => {
  const nested = vectors.find(({ knobs }) => knobs.nested === 'json');
  const merchant = await merchantAtVectorTime({ signature: 'custom' });
  expect(await accepts(merchant, nested!.body, nested!.sign)).toBe(false);
  await merchant.control('POST', '/behaviour', { signatureNested: 'json' });
  expect(await accepts(merchant, nested!.body, nested!.sign)).toBe(true);
});

it('accepts only the configured header names, and hides them in the ledger', async () => {
  const merchant = await startMerchant({
    signatureHeaders: { appid: 'X-App', timestamp: 'X-Time', sign: 'X-Sign', 'access-token': 'X-Token' },
  });
  expect((await merchant.create()).returnCode).toBe('3104');
  const renamed = (sign: string): Record<string, string | null> => ({
    ...{ appid: null, timestamp: null, sign: null, 'access-token': null },
    ...{ 'x-app': 'sandbox-app', 'x-time': timestamp, 'x-sign': sign, 'x-token': 'sandbox-token' },
  });
  await merchant.control('POST', '/clock', { offsetMs: Number(timestamp) - Date.now() });
  const { body, sign } = vectors.find(({ knobs }) => knobs.digest === 'sha256' && knobs.key === 'hmac')!;
  const headers = renamed(sign);
  // The vector lacks required fields, but its signature is right.
  const answer = await merchant.send('POST', PATHS.create, body, { now: Number(timestamp), headers });
  expect(answer.returnCode).toBe('1001');
  const [, entry] = await merchant.ledger('?endpoint=create');
  expect(entry!['headers']).toMatchObject({ 'x-app': 'sandbox-app', 'x-sign': '[hidden]', 'x-token': '[hidden]' });
  expect(JSON.stringify(await merchant.ledger())).not.toContain(sign);
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
