import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, exportSPKI, generateKeyPair, SignJWT } from 'jose';
import type { CryptoKey, JWK, JWTPayload } from 'jose';

/** An issuer's key, including what an attacker may know of it. */
export interface SigningKey {
  readonly kid: string;
  readonly privateKey: CryptoKey;
  readonly publicJwk: JWK;
  readonly publicPem: string;
}

export interface TokenOptions {
  /** Merged over the header of a valid token. */
  readonly header?: Readonly<Record<string, unknown>>;
  readonly key?: SigningKey;
}

const ALGORITHM = 'ES256';

/** A minimal token issuer that serves its keys and signs anything. */
export class IdentityProvider {
  /** The first one signs. */
  private readonly keys: SigningKey[] = [];
  fetches = 0;

  private constructor(
    private readonly server: Server,
    readonly issuer: string,
    readonly audience: string,
    readonly jwksUrl: string,
  ) {}

  static async start(audience = 'ramp-checkout'): Promise<IdentityProvider> {
    const server = createServer((_request, response) => {
      provider.fetches += 1;
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ keys: provider.keys.map(({ publicJwk }) => publicJwk) }));
    });
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
    const { port } = server.address() as AddressInfo;
    const url = `http://127.0.0.1:${port}`;
    const provider = new IdentityProvider(server, `${url}/`, audience, `${url}/jwks`);
    await provider.rotate();
    return provider;
  }

  get settings(): Record<string, string> {
    return {
      AUTH_JWT_ISSUER: this.issuer,
      AUTH_JWT_AUDIENCE: this.audience,
      AUTH_JWKS_URL: this.jwksUrl,
      AUTH_JWT_ROLE_CLAIM: 'role',
    };
  }

  get key(): SigningKey {
    return this.keys[0]!;
  }

  /** A new key signs from now on; older ones stay published unless `forget`. */
  async rotate({ forget = false, kid = `key-${this.keys.length + 1}` } = {}): Promise<SigningKey> {
    const key = await makeSigningKey(kid);
    if (forget) this.keys.length = 0;
    this.keys.unshift(key);
    return key;
  }

  /** Claims of a token valid for five minutes, with `claims` merged over them; an undefined one is omitted. */
  claims(claims: JWTPayload = {}): JWTPayload {
    const now = Math.floor(Date.now() / 1000);
    return { iss: this.issuer, aud: this.audience, iat: now, exp: now + 300, ...claims };
  }

  /** A signed token over {@link claims}. */
  token(claims: JWTPayload = {}, { header = {}, key = this.key }: TokenOptions = {}): Promise<string> {
    return new SignJWT(this.claims(claims))
      .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT', kid: key.kid, ...header })
      .sign(key.privateKey);
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((closed) => this.server.close(closed));
  }
}

export async function makeSigningKey(kid: string): Promise<SigningKey> {
  const { privateKey, publicKey } = await generateKeyPair(ALGORITHM, { extractable: true });
  const publicJwk = { ...(await exportJWK(publicKey)), kid, alg: ALGORITHM, use: 'sig' };
  return { kid, privateKey, publicJwk, publicPem: await exportSPKI(publicKey) };
}
