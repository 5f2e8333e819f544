import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { freezeFields } from '#src/ramp/signing/frozen-fields.js';
import { sign } from '#src/ramp/signing/signature.js';
import type { SignedRequest } from '#src/ramp/signing/signature.js';
import { SIGNATURE_PRESETS } from '#src/platform/config/ramp-settings.js';
import { Secret } from '#src/platform/callers/secret.js';

interface Vector {
  name: string;
  method: 'GET' | 'POST';
  path: string;
  query: Record<string, unknown> | null;
  body: Record<string, unknown> | null;
  sign: string;
}

const vectors = JSON.parse(readFileSync(new URL('fixtures/sign-vectors.json', import.meta.url), 'utf8')) as {
  appId: string;
  appSecret: string;
  timestamp: string;
  legacy: { sign: string };
  v3: Vector[];
  v4: Vector[];
};
const key = { appId: vectors.appId, secret: new Secret(vectors.appSecret) };
const stamp = Number(vectors.timestamp);

function requestOf({ method, path, query, body }: Vector): SignedRequest {
  return {
    stamp,
    method,
    path,
    query: freezeFields(query ?? {}),
    body: body === null ? null : freezeFields(body),
  };
}

function create(fields: Record<string, unknown>, change: Partial<SignedRequest> = {}): SignedRequest {
  return { stamp, method: 'POST', path: '/create', query: [], body: freezeFields(fields), ...change };
}

describe('vectors from another program', () => {
  it.each(vectors.v3)('v3: $name', (vector) => {
    expect(sign(SIGNATURE_PRESETS.v3, key, requestOf(vector))).toBe(vector.sign);
  });

  it.each(vectors.v4)('v4: $name', (vector) => {
    expect(sign(SIGNATURE_PRESETS.v4, key, requestOf(vector))).toBe(vector.sign);
  });

  it.each(vectors.v3)('legacy signs no parameter: $name', (vector) => {
    expect(sign(SIGNATURE_PRESETS.legacy, key, requestOf(vector))).toBe(vectors.legacy.sign);
  });
});

describe('inputs of the signature', () => {
  const presets = ['v3', 'v4'] as const;
  const name = fc.stringMatching(/^[a-z][A-Za-z]{0,8}$/).filter((text) => !['appid', 'timestamp'].includes(text));
  const fields = fc.dictionary(name, fc.string({ minLength: 1, maxLength: 20, unit: 'grapheme' }), {
    minKeys: 1,
    maxKeys: 6,
  });

  it.each(presets)('%s: any change of one field, to another value or to none', (preset) => {
    fc.assert(
      fc.property(fields, fc.nat(), fc.string({ maxLength: 20 }), (sent, pick, value) => {
        const names = Object.keys(sent);
        const changed = names[pick % names.length]!;
        fc.pre(value !== sent[changed]);
        const other = { ...sent, [changed]: value };
        expect(sign(SIGNATURE_PRESETS[preset], key, create(other))).not.toBe(
          sign(SIGNATURE_PRESETS[preset], key, create(sent)),
        );
      }),
    );
  });

  it.each(presets)('%s: not the order in which fields are given', (preset) => {
    fc.assert(
      fc.property(fields, (sent) => {
        const reversed = Object.fromEntries(Object.entries(sent).reverse());
        expect(sign(SIGNATURE_PRESETS[preset], key, create(reversed))).toBe(
          sign(SIGNATURE_PRESETS[preset], key, create(sent)),
        );
      }),
    );
  });

  it('v3: names are sorted without letter case; byte order would put capitals first', () => {
    const text = 'alpha=1&appid=app-0001&Beta=2&timestamp=1767225600123&zeta=3';
    const right = createHmac('sha256', vectors.appSecret).update(text).digest('hex');
    expect(sign(SIGNATURE_PRESETS.v3, key, create({ zeta: '3', Beta: '2', alpha: '1' }))).toBe(right);
  });

  it.each(['v3', 'v4', 'legacy'] as const)('%s: stamp and secret', (preset) => {
    const one = sign(SIGNATURE_PRESETS[preset], key, create({ a: '1' }));
    expect(sign(SIGNATURE_PRESETS[preset], key, create({ a: '1' }, { stamp: stamp + 1 }))).not.toBe(one);
    expect(sign(SIGNATURE_PRESETS[preset], { ...key, secret: new Secret('other') }, create({ a: '1' }))).not.toBe(one);
  });

  it('v3 and legacy: the app id, which v4 does not sign', () => {
    const other = { ...key, appId: 'app-0002' };
    const changes = (preset: keyof typeof SIGNATURE_PRESETS) =>
      sign(SIGNATURE_PRESETS[preset], other, create({ a: '1' })) !==
      sign(SIGNATURE_PRESETS[preset], key, create({ a: '1' }));
    expect([changes('v3'), changes('legacy'), changes('v4')]).toEqual([true, true, false]);
  });

  it('v4: method and path', () => {
    const one = sign(SIGNATURE_PRESETS.v4, key, create({ a: '1' }));
    expect(sign(SIGNATURE_PRESETS.v4, key, create({ a: '1' }, { path: '/other' }))).not.toBe(one);
    expect(sign(SIGNATURE_PRESETS.v4, key, create({ a: '1' }, { method: 'GET' }))).not.toBe(one);
  });
});
