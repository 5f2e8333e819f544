import { Logger } from '@nestjs/common';
import fc from 'fast-check';
import { createHash, createHmac, createPublicKey, KeyObject, sign as signRaw } from 'node:crypto';
import { CompactEncrypt, CompactSign } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { TokensService } from '#src/access/jwt/tokens.service.js';
import { base32 } from '#src/platform/terms/order.js';
import { Problem } from '#src/platform/problems/problem.js';
import { Secret } from '#src/platform/callers/secret.js';
import { Metrics } from '#src/platform/telemetry/metrics.js';
import {
  AUDIENCE,
  base64url,
  byHand,
  goodClaims,
  ISSUER,
  issuerKey,
  publish,
  shortRsaKey,
  signed,
} from '../../support/identity-provider.js';
import type { IssuerKey } from '../../support/identity-provider.js';
import { FakeTime } from '../../support/fake-time.js';
import { FakeServer } from '#tools/fakes/server.mjs';
import { settingsWith } from '../../support/settings.js';

Logger.overrideLogger(false);

const NOW = new Date('2026-11-21T12:00:00.250Z');
const seconds = Math.floor(NOW.getTime() / 1000);

let server: FakeServer;
let key: IssuerKey;
let rsa: IssuerKey;
/** A stranger's key with the same id as the first. */
let foreign: IssuerKey;
let time: FakeTime;
let metrics: Metrics;
let tokens: TokensService;

beforeAll(async () => {
  [key, rsa, foreign] = await Promise.all([issuerKey('k-1'), issuerKey('r-1', 'RS256'), issuerKey('k-1')]);
  server = await FakeServer.start();
});
afterAll(() => server.close());

beforeEach(() => {
  publish(server, key.published, rsa.published);
  begin();
});

function begin(environment: Readonly<Record<string, string>> = {}): void {
  time = new FakeTime(NOW.getTime());
  metrics = new Metrics();
  const jwt = { AUTH_JWT_ISSUER: ISSUER, AUTH_JWT_AUDIENCE: AUDIENCE, AUTH_JWKS_URL: server.url };
  tokens = new TokensService(settingsWith({ ...jwt, ...environment }), time, metrics);
}

const callerOf = (token: string) => tokens.callerOf(new Secret(token));
const claims = (given: Readonly<Record<string, unknown>> = {}) => goodClaims(NOW, given);
const good = (given: Readonly<Record<string, unknown>> = {}) => signed(key, claims(given));

/** The counted reason, after a check of the caller's text and `Retry-After`. */
async function refusalOf(token: string, words = 'The token is invalid.'): Promise<string> {
  metrics.tokensRefused.reset();
  const error: unknown = await callerOf(token).then(
    (caller) => new Error(`let in as ${caller.id}`),
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof Problem)) throw error;
  if (error.extras.retryAfter !== undefined) {
    time.skip(error.extras.retryAfter * 1000);
    return refusalOf(token, words);
  }
  expect(error).toMatchObject({ code: 'unauthenticated', message: words, extras: {} });
  expect(error.cause).toBeUndefined();
  const { values } = await metrics.tokensRefused.get();
  expect(values).toHaveLength(1);
  expect(values[0]?.value).toBe(1);
  return String(values[0]?.labels.reason);
}

describe('a valid token', () => {
  it('identifies a customer by issuer and subject', async () => {
    const caller = await callerOf(await good({ email: 'jane@customer.example', email_verified: true }));
    const digest = createHash('sha256')
      .update(JSON.stringify([ISSUER, 'jane']))
      .digest();
    expect(caller).toEqual({
      kind: 'customer',
      id: `customer:${base32(digest).slice(0, 32)}`,
      name: 'jane',
      capacities: ['customer'],
      scope: 'own',
      customer: { id: 'jane', email: 'jane@customer.example' },
      clientSecret: null,
    });
    expect(caller.id).toMatch(/^customer:[a-z2-9]{32}$/);
    expect((await callerOf(await signed(rsa, claims()))).id).toBe(caller.id);
    expect((await callerOf(await good({ sub: 'Jane' }))).id).not.toBe(caller.id);
  });

  it('of another issuer identifies another customer', async () => {
    const here = await callerOf(await good());
    begin({ AUTH_JWT_ISSUER: `${ISSUER}/` });
    const there = await callerOf(await good({ iss: `${ISSUER}/` }));
    expect(there.name).toBe(here.name);
    expect(there.id).not.toBe(here.id);
  });

  it.each(['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'])(
    'may be signed with %s',
    async (alg) => {
      const other = await issuerKey('k-2', alg);
      publish(server, key.published, other.published);
      expect((await callerOf(await signed(other, claims()))).name).toBe('jane');
    },
  );

  it.each<[string, Record<string, unknown>, Record<string, unknown>]>([
    ['for several audiences', { aud: ['else', AUDIENCE] }, {}],
    ['that ran out less than 30 s ago', { exp: seconds - 29 }, {}],
    ['that begins in less than 30 s', { nbf: seconds + 29, iat: seconds + 29 }, {}],
    ['without the time it was issued at', { iat: undefined }, {}],
    ['with the longest subject', { sub: 'x'.repeat(255) }, {}],
    ['without a type', {}, { typ: undefined }],
    ['of type JWT', {}, { typ: 'JWT' }],
    ['of the full type', {}, { typ: 'application/at+jwt' }],
    ['that does not name its key, where there is one of its kind', {}, { kid: undefined }],
  ])('%s', async (_, given, header) => {
    expect(await callerOf(await signed(key, claims(given), header))).toMatchObject({ kind: 'customer' });
  });

  it('with a repeated claim: the last one counts, for check and caller', async () => {
    const twice = async (text: string): Promise<string> =>
      new CompactSign(Buffer.from(text)).setProtectedHeader({ alg: key.alg, kid: key.kid }).sign(key.sign);
    const body = JSON.stringify(claims({ sub: undefined })).slice(0, -1);
    expect((await callerOf(await twice(`${body},"sub":"eve","sub":"jane"}`))).name).toBe('jane');
    expect(await refusalOf(await twice(`${body},"sub":"jane","iss":"https://else.example"}`))).toBe('issuer');
  });
});

describe('an invalid token', () => {
  it('is refused while tokens are not accepted', async () => {
    begin({ AUTH_JWT_ISSUER: '', AUTH_JWT_AUDIENCE: '', AUTH_JWKS_URL: '' });
    expect(await refusalOf(await good())).toBe('not_accepted');
  });

  it.each<[string, Record<string, unknown>, string]>([
    ['of another issuer', { iss: 'https://else.example' }, 'issuer'],
    ['of an issuer that begins alike', { iss: `${ISSUER}.else.example` }, 'issuer'],
    ['of an issuer in a list', { iss: [ISSUER] }, 'issuer'],
    ['without an issuer', { iss: undefined }, 'issuer'],
    ['for another audience', { aud: 'https://else.example' }, 'audience'],
    ['for other audiences', { aud: [`${AUDIENCE}/`, 'else'] }, 'audience'],
    ['for nobody', { aud: [] }, 'audience'],
    ['without an audience', { aud: undefined }, 'audience'],
    ['that never ends', { exp: undefined }, 'claims'],
    ['that ends in words', { exp: '2099-01-01' }, 'claims'],
    ['that ends nowhere', { exp: null }, 'claims'],
    ['that begins later', { nbf: seconds + 31 }, 'not_yet_valid'],
    ['that was issued later', { iat: seconds + 32 }, 'not_yet_valid'],
    ['that was issued in words', { iat: 'now' }, 'claims'],
    ['without a subject', { sub: undefined }, 'subject'],
    ['with an empty subject', { sub: '' }, 'subject'],
    ['with a number as subject', { sub: 7 }, 'subject'],
    ['with a long subject', { sub: 'x'.repeat(256) }, 'subject'],
    ['with U+0000 in the subject', { sub: 'ja\u0000ne' }, 'subject'],
    ['with a line end behind the subject', { sub: 'jane\n' }, 'subject'],
    ['with a subject beyond ASCII', { sub: 'jané' }, 'subject'],
  ])('%s', async (_, given, reason) => {
    expect(await refusalOf(await good(given))).toBe(reason);
  });

  it('once expired, although accepted before', async () => {
    const token = await good({ exp: seconds + 60 });
    await callerOf(token);
    time.skip(89_000);
    await callerOf(token);
    time.skip(1000);
    expect(await refusalOf(token, 'The token has expired.')).toBe('expired');
  });

  it.each(['none', 'None', 'NONE', 'nOnE', '', 'es256', 'HS256', 'RS1', 'ML-DSA-44', 'dir', 7, null, undefined])(
    'with the algorithm %j in its header, signed or not',
    async (alg) => {
      const header = { alg, kid: key.kid, typ: 'JWT' };
      for (const sign of [es256, () => 'AAAA', () => '']) {
        expect(['algorithm', 'malformed']).toContain(await refusalOf(byHand(header, claims(), sign)));
      }
    },
  );

  it.each(['HS256', 'HS384', 'HS512'])('signed by %s with the public key as the secret', async (alg) => {
    const published = publicKeyOf(rsa);
    const pem = published.export({ type: 'spki', format: 'pem' }).toString();
    const secrets = [
      ...[pem, pem.trim(), JSON.stringify(rsa.published), String(rsa.published.n)].map((text) => Buffer.from(text)),
      published.export({ type: 'spki', format: 'der' }),
      published.export({ type: 'pkcs1', format: 'der' }),
      Buffer.from(String(rsa.published.n), 'base64url'),
    ];
    for (const secret of secrets) {
      const hmac = (input: string) =>
        createHmac(`sha${alg.slice(2)}`, secret)
          .update(input)
          .digest();
      expect(await refusalOf(byHand({ alg, kid: rsa.kid }, claims(), hmac))).toBe('algorithm');
    }
  });

  it('signed with a shared secret from the key set', async () => {
    const secret = Buffer.alloc(32, 's');
    publish(server, { kty: 'oct', k: secret.toString('base64url'), kid: 'o-1', alg: 'HS256' }, key.published);
    const hmac = (input: string) => createHmac('sha256', secret).update(input).digest();
    expect(await refusalOf(byHand({ alg: 'HS256', kid: 'o-1' }, claims(), hmac))).toBe('algorithm');
    expect(await refusalOf(byHand({ alg: 'ES256', kid: 'o-1' }, claims(), hmac))).toBe('unknown_key');
  });

  it('signed by another key with the same id', async () => {
    expect(await refusalOf(await signed(foreign, claims()))).toBe('signature');
  });

  it('signed by an unpublished key', async () => {
    expect(await refusalOf(await signed(await issuerKey('k-9'), claims()))).toBe('unknown_key');
    expect(await refusalOf(await signed(key, claims(), { kid: 'k-9' }))).toBe('unknown_key');
  });

  it.each([{}, { kid: '' }, { kid: 'own' }, { kid: '../../keys' }, { kid: "' OR 1=1" }])(
    'that brings its own key: %j',
    async (name) => {
      const elsewhere = await FakeServer.start();
      publish(elsewhere, { ...foreign.published, kid: 'own' });
      const spki = publicKeyOf(foreign).export({ type: 'spki', format: 'der' });
      const own = {
        jwk: foreign.published,
        jku: elsewhere.url,
        x5u: elsewhere.url,
        x5c: [spki.toString('base64')],
        kid: undefined,
        ...name,
      };
      const reason = await refusalOf(await signed(foreign, claims(), own));
      // Without an id only one key matches, and it is not this one.
      expect(reason).toBe('kid' in name ? 'unknown_key' : 'signature');
      expect(elsewhere.received.length).toBe(0);
      await elsewhere.close();
    },
  );

  it('with a short key, even if published', async () => {
    const short = shortRsaKey();
    publish(server, key.published, short.published);
    expect(await refusalOf(byHand({ alg: 'RS256', kid: short.kid }, claims(), short.sign))).toBe('unknown_key');
  });

  it('without a key id where two keys match', async () => {
    publish(server, key.published, (await issuerKey('k-2')).published);
    expect(await refusalOf(await signed(key, claims(), { kid: undefined }))).toBe('unknown_key');
    expect((await callerOf(await good())).name).toBe('jane');
  });

  it('whose key is unreadable or for another use', async () => {
    const { x, ...half } = key.published;
    expect(x).toBeDefined();
    for (const broken of [
      half,
      { ...half, x: 'AAAA' },
      { ...half, x: 7 },
      { ...key.published, use: 'enc' },
      { ...key.published, alg: 'ES384' },
      { ...key.published, key_ops: ['encrypt'] },
      { ...key.published, key_ops: 'verify' },
    ]) {
      publish(server, broken);
      begin();
      expect(await refusalOf(await good())).toBe('unknown_key');
    }
  });

  it.each([
    ['unknown', ['exp-policy'], { 'exp-policy': 1 }],
    ['known as a common one', ['exp'], { exp: 1 }],
    ['empty', [], {}],
    ['no list', 'b64', { b64: false }],
    ['of a payload that is not encoded', ['b64'], { b64: false }],
  ])('with critical extensions: %s', async (_, crit, more) => {
    const header = { alg: 'ES256', kid: key.kid, crit, ...more };
    expect(await refusalOf(byHand(header, claims(), es256))).toBe('malformed');
  });

  it.each(['logout+jwt', 'secevent+jwt', 'dpop+jwt', 'JOSE', '', 7, null])('of type %j', async (typ) => {
    expect(await refusalOf(byHand({ alg: 'ES256', kid: key.kid, typ }, claims(), es256))).toBe('type');
  });

  it.each([
    ['a list', '[]'],
    ['text', '"jane"'],
    ['null', 'null'],
    ['empty', ''],
    ['half of JSON', '{"sub":'],
  ])('whose payload is %s', async (_, payload) => {
    expect(await refusalOf(byHand({ alg: 'ES256', kid: key.kid }, payload, es256))).toBe('malformed');
  });

  it('around another token, or encrypted', async () => {
    const nested = byHand({ alg: 'ES256', kid: key.kid, cty: 'JWT' }, await good(), es256);
    expect(await refusalOf(nested)).toBe('malformed');
    const encrypted = await new CompactEncrypt(Buffer.from(await good()))
      .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', cty: 'JWT' })
      .encrypt(Buffer.alloc(32));
    expect(await refusalOf(encrypted)).toBe('malformed');
  });

  it('that was altered: payload, header, or a missing or truncated signature', async () => {
    const [header = '', payload = '', signature = ''] = (await good()).split('.');
    const admin = base64url(claims({ role: 'admin' }));
    for (const [token, reason] of [
      [`${header}.${admin}.${signature}`, 'signature'],
      [`${base64url({ alg: 'ES256', kid: 'k-1' })}.${payload}.${signature}`, 'signature'],
      [`${header}.${payload}.${signature.slice(0, -4)}`, 'signature'],
      [`${header}.${payload}.${signature}${signature}`, 'signature'],
      [`${header}.${payload}.`, 'malformed'],
      [`${header}.${payload}`, 'malformed'],
      [`${header}..${signature}`, 'malformed'],
      [`.${payload}.${signature}`, 'malformed'],
      [`${header}.${payload}.${signature}.${signature}`, 'malformed'],
      [`${header}.${payload}.${signature}=`, 'malformed'],
      [header, 'malformed'],
      ['', 'malformed'],
      ['..', 'malformed'],
      ['e30.e30.e30', 'malformed'],
    ] as const) {
      expect([token, await refusalOf(token)]).toEqual([token, reason]);
    }
  });

  it('longer than 8 KiB, before it is parsed', async () => {
    const filled = async (length: number): Promise<string> => good({ filling: 'x'.repeat(length) });
    const { length: least } = await filled(0);
    const long = await filled(Math.floor((8192 - least) * 0.75));
    expect(long.length).toBeGreaterThan(8180);
    expect(long.length).toBeLessThanOrEqual(8192);
    expect((await callerOf(long)).name).toBe('jane');
    expect(await refusalOf(await filled(6100))).toBe('malformed');
  });

  it('altered anywhere', async () => {
    const token = await good({ email: 'jane@customer.example', email_verified: true });
    const [header = '', payload = '', signature = ''] = token.split('.');
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.=+/ ';
    const letter = fc.constantFrom(...alphabet);
    const place = fc.nat(token.length - 1);
    const mutant = fc.oneof(
      fc.tuple(place, letter).map(([at, to]) => token.slice(0, at) + to + token.slice(at + 1)),
      fc.tuple(place, letter).map(([at, what]) => token.slice(0, at) + what + token.slice(at)),
      fc.tuple(place, fc.integer({ min: 1, max: 40 })).map(([at, n]) => token.slice(0, at) + token.slice(at + n)),
      fc.json().map((text) => `${header}.${base64url(text)}.${signature}`),
      fc.json().map((text) => `${base64url(text)}.${payload}.${signature}`),
      fc
        .record({
          alg: fc.constantFrom('none', 'ES256', 'RS256', 'HS256', 'EdDSA'),
          kid: fc.constantFrom('k-1', 'r-1', 'x'),
        })
        .map((head) => `${base64url(head)}.${payload}.${signature}`),
      fc
        .uint8Array({ minLength: 0, maxLength: 96 })
        .map((bytes) => `${header}.${payload}.${base64url(Buffer.from(bytes).toString('latin1'))}`),
      fc.string({ maxLength: 200 }),
    );
    await fc.assert(
      fc.asyncProperty(mutant, async (text) => {
        fc.pre(!isSame(text, token));
        await refusalOf(text);
      }),
      { numRuns: 600 },
    );
  });
});

describe('while the identity provider is away', () => {
  it('no token is called invalid, because none can be checked', async () => {
    server.answer = (response) => response.writeHead(500).end();
    const error: unknown = await callerOf(await good()).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'unavailable', status: 503, extras: { retryAfter: 2 } });
    expect((await metrics.tokensRefused.get()).values).toEqual([]);
    expect((await metrics.tokenKeyFetches.get()).values).toMatchObject([{ value: 1, labels: { result: 'failed' } }]);
    publish(server, key.published, rsa.published);
    time.skip(2000);
    expect((await callerOf(await good())).name).toBe('jane');
    expect((await metrics.tokenKeyFetches.get()).values).toMatchObject([
      { value: 1, labels: { result: 'failed' } },
      { value: 1, labels: { result: 'fetched' } },
    ]);
  });

  it('a malformed token is refused without a fetch', async () => {
    const asked = server.received.length;
    await refusalOf('e30.e30.e30');
    await refusalOf(byHand({ alg: 'none' }, claims(), () => 'AAAA'));
    expect(server.received.length).toBe(asked);
  });
});

describe('staff with a required login method', () => {
  const WORDS = 'Staff must sign in more securely, for example with a second factor.';
  beforeEach(() => begin({ AUTH_JWT_ROLE_CLAIM: 'role', AUTH_JWT_STAFF_ACR: 'mfa, urn:example:gold' }));

  it.each([
    [{ acr: 'urn:example:gold' }],
    [{ acr: 'mfa' }],
    [{ acr: 'urn:example:silver', amr: ['pwd', 'mfa'] }],
    [{ amr: ['urn:example:gold'] }],
  ])('is accepted with %j', async (login) => {
    expect((await callerOf(await good({ role: 'admin', ...login }))).capacities).toEqual(['customer', 'admin']);
  });

  it.each([
    [{}],
    [{ acr: 'urn:example:silver' }],
    [{ acr: 'MFA' }],
    [{ acr: 'xmfa' }],
    [{ acr: ['mfa'] }],
    [{ acr: true, amr: 'mfa' }],
    [{ amr: ['pwd', 'otp'] }],
    [{ amr: [['mfa']] }],
  ])('is refused with %j, with the reason', async (login) => {
    expect(await refusalOf(await good({ role: 'admin', ...login }), WORDS)).toBe('staff_login');
  });

  it('does not affect customers, and an invalid token does not reveal it', async () => {
    expect((await callerOf(await good())).capacities).toEqual(['customer']);
    expect((await callerOf(await good({ role: 'sales' }))).capacities).toEqual(['customer']);
    expect(await refusalOf(await signed(foreign, claims({ role: 'admin' })))).toBe('signature');
    begin({ AUTH_JWT_ROLE_CLAIM: 'role' });
    expect((await callerOf(await good({ role: 'admin' }))).capacities).toEqual(['customer', 'admin']);
  });
});

describe('roles of staff', () => {
  const capacities = async (given: Readonly<Record<string, unknown>>) => (await callerOf(await good(given))).capacities;
  beforeEach(() => {
    begin({ AUTH_JWT_ROLE_CLAIM: 'role' });
  });

  it('come from the configured claim', async () => {
    expect(await capacities({ role: ['admin', 'support'] })).toEqual(['customer', 'support', 'admin']);
    begin({ AUTH_JWT_ROLE_CLAIM: 'https://merchant.example/roles' });
    expect(await capacities({ role: 'admin' })).toEqual(['customer']);
    expect(await capacities({ 'https://merchant.example/roles': 'finance' })).toEqual(['customer', 'finance']);
  });

  it.each([{}, { AUTH_JWT_ROLE_CLAIM: 'none' }])('are not read with %j', async (environment) => {
    begin(environment);
    expect(await capacities({ role: 'admin', none: 'admin' })).toEqual(['customer']);
  });
});

function es256(input: string): Buffer {
  return signRaw('sha256', Buffer.from(input), { key: KeyObject.from(key.sign), dsaEncoding: 'ieee-p1363' });
}

function publicKeyOf({ published }: IssuerKey): KeyObject {
  return createPublicKey({ key: published, format: 'jwk' });
}

/** The last letter of a signature may hold unused bits: such a text is the same token. */
function isSame(one: string, other: string): boolean {
  const [body, signature] = split(one);
  const [otherBody, otherSignature] = split(other);
  return body === otherBody && signature.equals(otherSignature) && /^[\w-]+$/.test(one.slice(body.length + 1));
}

function split(token: string): [string, Buffer] {
  const end = token.lastIndexOf('.');
  return [token.slice(0, Math.max(0, end)), Buffer.from(token.slice(end + 1), 'base64url')];
}
