import { createHmac, createPublicKey } from 'node:crypto';
import { makeSigningKey } from '../../support/identity-provider.js';
import type { SigningKey } from '../../support/identity-provider.js';
import { REFUSED } from './tour.js';
import type { Attacker, Stage, Strike, Tour } from './tour.js';
import type { SentHeaders } from './wire.js';

type Claims = Readonly<Record<string, unknown>>;

const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A token put together by hand. */
function forged(header: Claims, claims: Claims, sign: (text: string) => string): string {
  const text = `${encoded(header)}.${encoded(claims)}`;
  return `${text}.${sign(text)}`;
}

const unsigned = (): string => '';
const hmacOf =
  (secret: string | Buffer, digest = 'sha256') =>
  (text: string): string =>
    createHmac(digest, secret).update(text).digest('base64url');

/** Tokens that say to be of a customer who has an order, and are not. */
export const tokens: Stage = {
  title: 'tokens that nobody should believe',
  async run(attacker) {
    const { tour } = attacker;
    const victim = await tour.victim(await tour.login('alice'));
    const path = `/v1/orders/${victim.number}`;
    const bearer = (token: string): SentHeaders => ({ authorization: `Bearer ${token}` });
    const strike = (what: string, headers: SentHeaders, allowed = REFUSED): Strike => ({
      what,
      path,
      headers,
      allowed,
    });
    const all = { ...(await wronglySigned(tour)), ...(await wronglyClaimed(tour)) };
    for (const [what, token] of Object.entries(all)) {
      await attacker.strike(strike(`a token ${what}`, bearer(token)));
      const admin = { what: `a token ${what}, at the keys`, path: '/v1/admin/keys', headers: bearer(token) };
      await attacker.strike({ ...admin, allowed: REFUSED });
    }
    await attacker.strikeAll(await wronglyShown(tour, strike));
    await unknownKeys(attacker, path);
    await keyIsForgotten(attacker, path);
    if (tour.impostor.fetches > 0) attacker.fault('the service fetched keys from an address that a token named');
    // Control: the owner is let in.
    const { authorization = '' } = (await tour.login('alice')) as { authorization?: string };
    for (const shown of [authorization, authorization.replace('Bearer', 'bearer')]) {
      const reply = await attacker.send({ path, headers: { authorization: shown } });
      if (reply.status !== 200) attacker.fault(`the owner of the order was answered ${reply.status}`);
    }
  },
};

async function wronglySigned(tour: Tour): Promise<Record<string, string>> {
  const { identity, impostor } = tour;
  const { key } = identity;
  const sub = tour.subject('alice');
  const claims = identity.claims({ sub, role: 'admin' });
  const header = { alg: 'ES256', typ: 'JWT', kid: key.kid };
  const good = await identity.token({ sub });
  const [goodHeader = '', , goodSignature = ''] = good.split('.');
  const twin: SigningKey = { ...(await makeSigningKey(key.kid)), kid: key.kid };
  const der = createPublicKey(key.publicPem).export({ type: 'spki', format: 'der' });
  const publicKeys: Readonly<Record<string, string | Buffer>> = {
    'the PEM of the public key': key.publicPem,
    'the PEM without its last line end': key.publicPem.trim(),
    'the DER of the public key': der,
    'the JWK of the public key': JSON.stringify(key.publicJwk),
    'the x of the public key': String(key.publicJwk.x),
    nothing: '',
    'the key id': key.kid,
    'the issuer': identity.issuer,
  };
  const confused = Object.entries(publicKeys).flatMap(([what, secret]) =>
    (['HS256', 'HS384', 'HS512'] as const).map((alg) => {
      const token = forged({ ...header, alg }, claims, hmacOf(secret, `sha${alg.slice(2)}`));
      return [`of ${alg} with ${what} as its secret`, token] as const;
    }),
  );
  const spellings = ['none', 'None', 'NONE', 'nOnE', 'none ', '', null, 'NULL', ['none'], 0];
  const noAlgorithm = spellings.flatMap((alg) => [
    [`with the algorithm ${JSON.stringify(alg)}`, forged({ ...header, alg }, claims, unsigned)] as const,
    [
      `with the algorithm ${JSON.stringify(alg)} and some signature`,
      forged({ ...header, alg }, claims, () => goodSignature),
    ] as const,
  ]);
  const signedBy = (header: Claims, by = impostor.key): Promise<string> =>
    identity.token({ sub, role: 'admin' }, { header, key: by });
  return {
    ...Object.fromEntries(confused),
    ...Object.fromEntries(noAlgorithm),
    'of an issuer of its own': await impostor.token({ sub }),
    'of another key with the same kid': await identity.token({ sub }, { key: twin }),
    'with a signature of another key and no kid': await signedBy({ kid: undefined }),
    'that names an address for its key': await signedBy({ jku: impostor.jwksUrl, kid: impostor.key.kid }),
    'that names an address for its key, and a known kid': await signedBy({ jku: impostor.jwksUrl, kid: key.kid }),
    'that names an address for its certificate': await signedBy({ x5u: impostor.jwksUrl, kid: key.kid }),
    'that brings its key': await signedBy({ jwk: impostor.key.publicJwk, kid: key.kid }),
    'that brings its key, of a kid that is not known': await signedBy({ jwk: impostor.key.publicJwk }),
    'that brings its certificate': await signedBy({ x5c: [der.toString('base64')], kid: key.kid }),
    'whose kid goes up': forged({ ...header, alg: 'HS256', kid: '../../../../dev/null' }, claims, hmacOf('')),
    'whose kid is SQL': forged(
      { ...header, alg: 'HS256', kid: "x' UNION SELECT 'secret' --" },
      claims,
      hmacOf('secret'),
    ),
    'whose kid is no text': forged({ ...header, kid: { $ne: null } }, claims, () => goodSignature),
    'whose kid reaches for a prototype': await signedBy({ kid: '__proto__' }),
    'with a critical extension': forged({ ...header, crit: ['b64'], b64: false }, claims, () => goodSignature),
    'without its signature': `${goodHeader}.${encoded(claims)}.`,
    'without its signature and dot': `${goodHeader}.${encoded(claims)}`,
    'with an altered payload': `${goodHeader}.${encoded(claims)}.${goodSignature}`,
    'with an altered signature': `${good.slice(0, -20)}${good.at(-20) === 'A' ? 'B' : 'A'}${good.slice(-19)}`,
    'with a signature of zeros': forged(header, claims, () => Buffer.alloc(64).toString('base64url')),
    'with an empty payload': `${goodHeader}..${goodSignature}`,
    'in five parts': `${good}.${good.split('.').slice(0, 2).join('.')}`,
    'that is none': 'x.y.z',
    'of dots': '...',
    'of one character': 'x',
    'of 12,000 characters': `${goodHeader}.${'A'.repeat(12_000)}.${goodSignature}`,
    'whose payload is a list': forged(header, [claims] as unknown as Claims, () => goodSignature),
    'deeply nested': forged(header, { ...claims, deep: '['.repeat(2000) }, () => goodSignature),
  };
}

/** Signed by the right key, but invalid. */
async function wronglyClaimed(tour: Tour): Promise<Record<string, string>> {
  const { identity, impostor } = tour;
  const sub = tour.subject('alice');
  const now = Math.floor(Date.now() / 1000);
  const of = (claims: Claims): Promise<string> => identity.token({ sub, role: 'admin', ...claims });
  return {
    'that expired an hour ago': await of({ iat: now - 7200, exp: now - 3600 }),
    'that expired two minutes ago': await of({ iat: now - 7200, exp: now - 120 }),
    'that never expires': await of({ exp: undefined }),
    'whose expiry is a text': await of({ exp: 'never' }),
    'that is not valid yet': await of({ nbf: now + 3600 }),
    'for another audience': await of({ aud: 'another-service' }),
    'for no audience': await of({ aud: undefined }),
    'for many others': await of({ aud: ['a', 'b'] }),
    'for an audience that begins alike': await of({ aud: `${identity.audience}-staging` }),
    'of another issuer': await of({ iss: impostor.issuer }),
    'of no issuer': await of({ iss: undefined }),
    'of an issuer that begins alike': await of({ iss: `${identity.issuer}evil` }),
    'of an issuer without its last slash': await of({ iss: identity.issuer.replace(/\/$/, '') }),
    'of a list of issuers': await of({ iss: [identity.issuer] }),
    'of nobody': await identity.token({ role: 'admin' }),
    'of an empty subject': await of({ sub: '' }),
    'of a subject that is no text': await of({ sub: { id: sub } }),
    'of a list of subjects': await of({ sub: [sub] }),
  };
}

/** A good token, not shown as it has to be: for a strict door a door is closed that is not opened in the one right way. */
async function wronglyShown(
  tour: Tour,
  strike: (what: string, headers: SentHeaders, allowed?: number[]) => Strike,
): Promise<Strike[]> {
  const { authorization: good = '' } = (await tour.login('alice')) as { authorization?: string };
  const token = good.replace('Bearer ', '');
  const { authorization: mallory = '' } = (await tour.login('mallory')) as { authorization?: string };
  const at = strike('', {}).path;
  const expired = await tour.identity.token({ sub: tour.subject('alice'), exp: Math.floor(Date.now() / 1000) - 600 });
  return [
    strike('two tokens', { authorization: [mallory, good] }),
    strike('two tokens in one header', { authorization: `${mallory}, ${good}` }),
    strike('a token and a key', { authorization: mallory, 'x-api-key': tour.keys.insider.key }),
    strike('a bad token beside a good secret of nothing', {
      authorization: `Bearer ${expired}`,
      'x-client-secret': 'cs_1_x',
    }),
    strike('a token of another scheme', { authorization: `Basic ${Buffer.from(`alice:${token}`).toString('base64')}` }),
    strike('a token without a scheme', { authorization: token }),
    strike('a token of the scheme Token', { authorization: `Token ${token}` }),
    strike('an empty token', { authorization: 'Bearer ' }),
    strike('an empty header', { authorization: '' }),
    strike('a token in a header of a proxy', { 'proxy-authorization': good, 'x-forwarded-authorization': good }),
    strike('a token in a cookie', { cookie: `access_token=${token}; authorization=${token}` }),
    strike('a token as a key', { 'x-api-key': token }),
    strike('a user whom a proxy would name', {
      'x-user': 'sub-alice-4410',
      'x-remote-user': 'sub-alice-4410',
      'x-forwarded-user': 'sub-alice-4410',
    }),
    { what: 'a token in the query', path: `${at}?access_token=${token}&token=${token}`, allowed: [400, 401, 404] },
    {
      what: 'a token in a body',
      method: 'POST',
      path: `${at}/retry`,
      body: { access_token: token, token },
      allowed: [400, 401],
    },
    // The connection may be cut off before the answer is read.
    strike('a token of a megabyte', { authorization: `Bearer ${'A'.repeat(1024 * 1024)}` }, [0, 431]),
    strike('a header of a megabyte', { authorization: mallory, 'x-padding': 'A'.repeat(1024 * 1024) }, [0, 431]),
    strike(
      'thousands of headers',
      Object.fromEntries(Array.from({ length: 3000 }, (_, n) => [`x-${n}`, 'a'])),
      [0, 401, 431],
    ),
  ];
}

/** Each token names a key of its own: the issuer's keys must not be fetched for each of them. */
async function unknownKeys(attacker: Attacker, path: string): Promise<void> {
  const { identity } = attacker.tour;
  const before = identity.fetches;
  const key = await makeSigningKey('any');
  for (let n = 0; n < 60; n++) {
    const token = await identity.token({ sub: 'x' }, { key, header: { kid: `unknown-${n}` } });
    const headers = { authorization: `Bearer ${token}` };
    await attacker.strike({ what: 'a token of a key that nobody knows', path, headers, allowed: REFUSED });
  }
  const fetches = identity.fetches - before;
  if (fetches > 10) attacker.fault(`60 unknown keys made the service fetch the issuer's keys ${fetches} times`);
}

/** A withdrawn key becomes invalid at the next refresh of the issuer's keys. */
async function keyIsForgotten(attacker: Attacker, path: string): Promise<void> {
  const { identity } = attacker.tour;
  const stolen = await makeSigningKey('stolen');
  const token = await identity.token({ sub: attacker.tour.subject('alice') }, { key: stolen });
  const headers = { authorization: `Bearer ${token}` };
  await attacker.strike({ what: 'a token of a key that is not published', path, headers, allowed: REFUSED });
}
