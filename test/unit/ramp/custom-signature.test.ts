import { generateKeyPairSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ParameterScheme, RequestSigning } from '#src/platform/config/ramp-settings.js';
import { DIGESTS, ENCODINGS, KEY_PLACES, SORT_ORDERS } from '#src/platform/config/ramp-settings.js';
import { signedCall } from '#src/ramp/calls/signed-call.js';
import type { HttpCall } from '#src/ramp/calls/signed-call.js';
import { Secret } from '#src/platform/callers/secret.js';
import { rampSettings } from './support/settings.js';
import { isSignedByKnobs, schemeSettings } from './support/verify-custom.js';
import type { Knobs, OnTheWire } from './support/verify-custom.js';

interface Vector {
  name: string;
  knobs: Record<string, string>;
  fields: Record<string, unknown>;
  stringToSign: string;
  sign: string;
}

const { appId, appSecret, timestamp, vectors } = JSON.parse(
  readFileSync(new URL('fixtures/custom-sign-vectors.json', import.meta.url), 'utf8'),
) as { appId: string; appSecret: string; timestamp: string; vectors: Vector[] };

const BASE = 'https://ramp.example';
const stamp = Number(timestamp);
const pem = (file: string): string => readFileSync(new URL(`fixtures/${file}`, import.meta.url), 'utf8');
const rsa = { private: pem('rsa-key.pem'), public: pem('rsa-public.pem') };
const { publicKey: anotherKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});
const isRsa = (scheme: RequestSigning): boolean => scheme.signs === 'parameters' && scheme.key === 'rsa';

function schemeOf(knobs: Readonly<Record<string, string>>): RequestSigning {
  const secret = knobs['key'] === 'rsa' ? { RAMP_APP_SECRET: rsa.private } : {};
  return rampSettings(BASE, { ...schemeSettings(knobs), ...secret }).ramp.signature.scheme;
}

function call(scheme: RequestSigning, fields: Record<string, unknown>, method: 'GET' | 'POST' = 'POST') {
  const { headers, pathPrefix } = rampSettings(BASE).ramp.signature;
  const key = { appId, secret: new Secret(isRsa(scheme) ? rsa.private : appSecret) };
  const request = { endpoint: 'create', method, path: '/merchant/trade/create', fields } as const;
  return signedCall(request, stamp, null, { baseUrl: BASE, signature: { scheme, headers, pathPrefix }, key });
}

describe('vectors from another program', () => {
  it('cover each value of each knob', () => {
    const used = (knob: string) => new Set(vectors.map(({ knobs }) => knobs[knob.toLowerCase()]));
    expect(vectors).toHaveLength(12);
    expect([...used('DIGEST')].sort()).toEqual(['md5', 'sha1', 'sha512', undefined]);
    expect([...used('KEY')].sort()).toEqual(['parameter', 'prefix', 'suffix', undefined]);
    expect([...used('ENCODING')].sort()).toEqual(['HEX', 'base64', undefined]);
    expect([...used('SORT')].sort()).toEqual(['as-sent', 'bytes', undefined]);
    expect([used('NAMES').size, used('EMPTY').size, used('NESTED').size]).toEqual([3, 2, 2]);
  });

  it.each(vectors)('$name', ({ knobs, fields, sign }) => {
    const { signature, headers } = call(schemeOf(knobs), fields);
    expect([signature, headers['sign']]).toEqual([sign, sign]);
  });
});

describe('RSA vectors made by openssl', () => {
  const made = JSON.parse(pem('rsa-sign-vectors.json')) as { fields: Record<string, unknown>; vectors: Vector[] };

  it.each(made.vectors)('$name', ({ knobs, sign }) => {
    expect(call(schemeOf({ key: 'rsa', ...knobs }), made.fields).signature).toBe(sign);
  });
});

const knobsOf = ({ digest, key: place, encoding, names, sort, empty, nested }: ParameterScheme): Knobs => ({
  digest: digest,
  key: place,
  encoding: encoding,
  names: names === null ? 'all' : names.join(','),
  sort: sort,
  empty: empty,
  nested: nested,
});

const OWN = ['appid', 'timestamp'];
// Letters and digits, like all names of the contract: the order of `a_` and `ab` depends on the ignored case.
const fieldName = fc.stringMatching(/^[a-zA-Z][A-Za-z0-9]{0,8}$/).filter((name) => !OWN.includes(name.toLowerCase()));
const NAMES = fc.constantFrom(null, ['timestamp', 'amount', 'side'], ['appid', 'timestamp', 'amount', 'memo', 'side']);
const scheme: fc.Arbitrary<ParameterScheme> = fc.record({
  signs: fc.constant('parameters'),
  digest: fc.constantFrom(...DIGESTS),
  key: fc.constantFrom(...KEY_PLACES),
  encoding: fc.constantFrom(...ENCODINGS),
  names: NAMES,
  sort: fc.constantFrom(...SORT_ORDERS),
  empty: fc.constantFrom('omit', 'keep'),
  nested: fc.constantFrom('refuse', 'json'),
});
const text = fc.string({ maxLength: 12, unit: fc.constantFrom(...'ab=&?#%+ \'"\\/é店😀\n\u0000\ud800\u2028') });
const scalar = fc.oneof(text, fc.maxSafeInteger(), fc.boolean(), fc.constant(null));
const { nested: nestedValue } = fc.letrec<{ nested: unknown; any: unknown }>((tie) => ({
  nested: fc.oneof(fc.array(tie('any'), { maxLength: 3 }), fc.dictionary(fieldName, tie('any'), { maxKeys: 3 })),
  any: fc.oneof({ maxDepth: 3 }, scalar, tie('nested')),
}));
const someFields = fc.tuple(
  fc.uniqueArray(fieldName, { selector: (name) => name.toLowerCase(), maxLength: 5 }),
  fc.array(scalar, { minLength: 5, maxLength: 5 }),
  fc.record({ amount: text, side: text, memo: scalar }),
);
const fieldsOf = ([names, values, known]: [string[], unknown[], object]): Record<string, unknown> => ({
  ...Object.fromEntries(names.map((name, index) => [name, values[index]])),
  ...known,
});

function onTheWire({ url, headers, body }: HttpCall): OnTheWire {
  const small = Object.entries(headers).map(([name, value]): [string, string] => [name.toLowerCase(), value]);
  return { target: url.slice(BASE.length), headers: Object.fromEntries(small), body: body ?? Buffer.alloc(0) };
}

const verifies = (by: ParameterScheme, wire: OnTheWire): boolean =>
  isSignedByKnobs(knobsOf(by), appId, isRsa(by) ? rsa.public : appSecret, wire);

describe('whatever the knobs', () => {
  it.each(['GET', 'POST'] as const)('signed bytes are sent bytes: %s', (method) => {
    fc.assert(
      fc.property(scheme, someFields, (by, given) => {
        expect(verifies(by, onTheWire(call(by, fieldsOf(given), method)))).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it('nested values are signed as sent, or refused', () => {
    fc.assert(
      fc.property(scheme, nestedValue, (by, value) => {
        const sent = () => call({ ...by, names: null }, { list: [value] });
        if (by.nested === 'refuse') expect(sent).toThrow(/^the field list has no text form that could be signed$/);
        else expect(verifies({ ...by, names: null }, onTheWire(sent()))).toBe(true);
      }),
    );
  });

  it('any change of a signed field changes the signature', () => {
    fc.assert(
      fc.property(scheme, someFields, fc.constantFrom('amount', 'side'), text, (by, given, name, other) => {
        const fields = fieldsOf(given);
        const changed = { ...fields, [name]: other };
        const [one, two] = [call(by, fields), call(by, changed)];
        fc.pre(!one.body!.equals(two.body!));
        expect(two.signature).not.toBe(one.signature);
        const forged = { ...onTheWire(one), body: two.body! };
        expect(verifies(by, forged)).toBe(false);
      }),
    );
  });

  it('a change of timestamp, secret or signed app id changes the signature', () => {
    fc.assert(
      fc.property(scheme, someFields, (by, given) => {
        const wire = onTheWire(call(by, fieldsOf(given)));
        const later = { ...wire, headers: { ...wire.headers, timestamp: String(stamp + 1) } };
        const posing = { ...wire, headers: { ...wire.headers, appid: 'app-0002' } };
        expect(verifies(by, later)).toBe(false);
        expect(isSignedByKnobs(knobsOf(by), appId, isRsa(by) ? anotherKey : 'another secret', wire)).toBe(false);
        const isAppSigned = by.names === null || by.names.includes('appid');
        expect(isSignedByKnobs(knobsOf(by), 'app-0002', isRsa(by) ? rsa.public : appSecret, posing)).toBe(!isAppSigned);
      }),
    );
  });
});
