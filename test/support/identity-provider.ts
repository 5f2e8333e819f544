import { generateKeyPairSync, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { exportJWK, generateKeyPair, importPKCS8, importSPKI, SignJWT } from 'jose';
import type { CryptoKey, JWK } from 'jose';
import { FakeServer } from '#tools/fakes/server.mjs';

export const ISSUER = 'https://id.merchant.example';
export const AUDIENCE = 'https://pay.merchant.example';

export interface IssuerKey {
  readonly kid: string;
  readonly alg: string;
  readonly sign: CryptoKey;
  readonly published: JWK;
}

const pem = (name: string): string =>
  readFileSync(new URL(`../unit/ramp/fixtures/${name}.pem`, import.meta.url), 'utf8');

/** Every RSA key is the same: making one takes seconds on a busy machine. */
async function keyPair(alg: string): Promise<{ publicKey: CryptoKey; privateKey: CryptoKey }> {
  if (!/^[RP]S/.test(alg)) return generateKeyPair(alg, { extractable: true });
  return {
    publicKey: await importSPKI(pem('rsa-public'), alg, { extractable: true }),
    privateKey: await importPKCS8(pem('rsa-key'), alg),
  };
}

export async function issuerKey(kid: string, alg = 'ES256'): Promise<IssuerKey> {
  const { publicKey, privateKey } = await keyPair(alg);
  return { kid, alg, sign: privateKey, published: { ...(await exportJWK(publicKey)), kid, alg, use: 'sig' } };
}

/** From now on the server answers with these keys. */
export function publish(server: FakeServer, ...keys: readonly object[]): void {
  server.answersWith({ keys }, 200, { 'content-type': 'application/jwk-set+json' });
}

/** Valid claims at the moment `now`; undefined removes one. */
export function goodClaims(now: Date, given: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  const seconds = Math.floor(now.getTime() / 1000);
  const all = { iss: ISSUER, aud: AUDIENCE, sub: 'jane', iat: seconds, exp: seconds + 300, ...given };
  return Object.fromEntries(Object.entries<unknown>(all).filter(([, value]) => value !== undefined));
}

export function signed(
  { kid, alg, sign }: IssuerKey,
  claims: Readonly<Record<string, unknown>>,
  header: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  return new SignJWT(claims).setProtectedHeader({ alg, kid, typ: 'at+jwt', ...header }).sign(sign);
}

export const base64url = (value: unknown): string =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');

/** A handmade token: header and payload as given, a string unencoded. */
export function byHand(header: unknown, payload: unknown, sign: (input: string) => Buffer | string): string {
  const input = `${base64url(header)}.${base64url(payload)}`;
  const signature = sign(input);
  return `${input}.${typeof signature === 'string' ? signature : signature.toString('base64url')}`;
}

export function shortRsaKey(): { kid: string; published: JWK; sign: (input: string) => Buffer } {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 1024 });
  return {
    kid: 'short',
    published: { ...(publicKey.export({ format: 'jwk' }) as JWK), kid: 'short', alg: 'RS256', use: 'sig' },
    sign: (input) => sign('sha256', Buffer.from(input), privateKey),
  };
}

interface TokenOptions {
  /** Merged over the header of a valid token. */
  readonly header?: Readonly<Record<string, unknown>>;
  readonly key?: IssuerKey;
}

/** A minimal token issuer that serves its key and signs anything. */
export class IdentityProvider {
  readonly issuer: string;
  readonly jwksUrl: string;
  readonly close: () => Promise<void>;

  private constructor(
    server: FakeServer,
    readonly key: IssuerKey,
  ) {
    this.issuer = `${server.url}/`;
    this.jwksUrl = `${server.url}/jwks`;
    this.close = () => server.close();
    publish(server, key.published);
  }

  static async start(): Promise<IdentityProvider> {
    return new IdentityProvider(await FakeServer.start(), await issuerKey('key-1'));
  }

  get settings(): Record<string, string> {
    return {
      AUTH_JWT_ISSUER: this.issuer,
      AUTH_JWT_AUDIENCE: AUDIENCE,
      AUTH_JWKS_URL: this.jwksUrl,
      AUTH_JWT_ROLE_CLAIM: 'role',
    };
  }

  /** Valid for five minutes, with `claims` merged over it; an undefined one is omitted. */
  token(
    claims: Readonly<Record<string, unknown>> = {},
    { header, key = this.key }: TokenOptions = {},
  ): Promise<string> {
    return signed(key, goodClaims(new Date(), { iss: this.issuer, sub: undefined, ...claims }), header);
  }
}
