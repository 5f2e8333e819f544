import { createHash, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import { exportJWK, generateKeyPair, importJWK, SignJWT } from 'jose';
import type { JWK } from 'jose';
import Provider from 'oidc-provider';
import type { Context } from 'oidc-provider';
import { freePort } from '#scripts/lib/ports.mjs';

export interface Person {
  readonly email: string;
  readonly email_verified: boolean;
  readonly role?: string;
}

/** The service's audience; its tokens are JWTs. */
export const SERVICE_AUDIENCE = 'https://pay.merchant.example';
const CLIENT = 'shop';
/** The console's, in a browser. */
export const CONSOLE_CLIENT = 'console';
const REDIRECT = 'http://127.0.0.1/back';
const SCOPE = 'checkout';

export async function providerKey(kid: string): Promise<JWK> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  return { ...(await exportJWK(privateKey)), kid, alg: 'RS256', use: 'sig' };
}

/** The merchant's identity provider: a real one within the test process, without passwords. */
export class OpenIdProvider {
  private server: Server | null = null;

  private constructor(
    readonly issuer: string,
    private readonly port: number,
    private readonly people: Readonly<Record<string, Person>>,
  ) {}

  static async start(people: Readonly<Record<string, Person>>, keys: readonly JWK[]): Promise<OpenIdProvider> {
    const port = await freePort();
    const provider = new OpenIdProvider(`http://127.0.0.1:${port}`, port, people);
    await provider.start(keys);
    return provider;
  }

  get settings(): Record<string, string> {
    return {
      AUTH: 'required',
      AUTH_JWT_ISSUER: this.issuer,
      AUTH_JWT_AUDIENCE: SERVICE_AUDIENCE,
      AUTH_JWKS_URL: `${this.issuer}/jwks`,
      AUTH_JWT_ROLE_CLAIM: 'role',
    };
  }

  /** Restarts at its own address with these keys; the first one signs. Sessions and grants are lost. */
  async start(keys: readonly JWK[]): Promise<void> {
    const provider = new Provider(this.issuer, this.configuration(keys));
    const answer = provider.callback();
    const server = createServer((request, response) => {
      // A kept connection would break under a later request after a restart.
      response.shouldKeepAlive = false;
      if (request.url?.startsWith('/login/') !== true) return void answer(request, response);
      void logIn(provider, request, response);
    });
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(this.port, '127.0.0.1', resolve);
    });
    this.server = server;
  }

  async stop(): Promise<void> {
    const { server } = this;
    this.server = null;
    if (server === null) return;
    await new Promise((resolve) => {
      server.close(resolve);
      server.closeAllConnections();
    });
  }

  /** Authorization code flow with PKCE, like a shop's frontend. */
  async logIn(
    name: string,
    resource: string = SERVICE_AUDIENCE,
  ): Promise<{ readonly accessToken: string; readonly idToken: string }> {
    const verifier = randomBytes(32).toString('base64url');
    const question = new URLSearchParams({
      client_id: CLIENT,
      response_type: 'code',
      redirect_uri: REDIRECT,
      scope: `openid ${SCOPE}`,
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
      resource,
      login_hint: name,
    });
    const code = await this.codeFrom(`${this.issuer}/auth?${question.toString()}`);
    const answer = await fetch(`${this.issuer}/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        client_id: CLIENT,
        redirect_uri: REDIRECT,
        code,
        code_verifier: verifier,
        resource,
      }),
    });
    const text = await answer.text();
    if (answer.status !== 200) throw new Error(`no token for ${name}: ${answer.status} ${text}`);
    const { access_token, id_token } = JSON.parse(text) as Record<string, string>;
    if (access_token === undefined || id_token === undefined) throw new Error(`no token for ${name}: ${text}`);
    return { accessToken: access_token, idToken: id_token };
  }

  /** Follows redirects with cookies, like a browser, until they lead back to the shop. */
  private async codeFrom(start: string): Promise<string> {
    const cookies = new Map<string, string>();
    for (let url = start, hops = 0; hops < 10; hops++) {
      const cookie = [...cookies].map((pair) => pair.join('=')).join('; ');
      const answer = await fetch(url, { redirect: 'manual', headers: { cookie } });
      await answer.arrayBuffer();
      for (const line of answer.headers.getSetCookie()) {
        const [, cookieName = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        cookies.set(cookieName, value);
      }
      url = new URL(answer.headers.get('location') ?? '', this.issuer).href;
      if (url.startsWith(REDIRECT)) return new URL(url).searchParams.get('code') ?? '';
    }
    throw new Error('the login leads nowhere');
  }

  private configuration(keys: readonly JWK[]): Record<string, unknown> {
    const { people } = this;
    const accounts = {
      findAccount: (_context: Context, accountId: string) =>
        accountId in people ? { accountId, claims: () => ({ sub: accountId }) } : undefined,
      extraTokenClaims: (_context: Context, { accountId }: { accountId: string }) => people[accountId],
    };
    return {
      ...accounts,
      clients: [
        {
          client_id: CLIENT,
          application_type: 'native',
          redirect_uris: [REDIRECT],
          token_endpoint_auth_method: 'none',
        },
        {
          client_id: CONSOLE_CLIENT,
          application_type: 'native',
          // Of any port, since it is loopback (RFC 8252, 7.3).
          redirect_uris: ['http://127.0.0.1/console'],
          post_logout_redirect_uris: ['http://127.0.0.1/console'],
          token_endpoint_auth_method: 'none',
        },
      ],
      clientBasedCORS: (_context: Context, _origin: string, { clientId }: { clientId: string }) =>
        clientId === CONSOLE_CLIENT,
      cookies: { keys: [randomBytes(16).toString('hex')] },
      features: {
        devInteractions: { enabled: false },
        rpInitiatedLogout: { enabled: true, logoutSource: askToLeave },
        resourceIndicators: {
          enabled: true,
          getResourceServerInfo: (_context: Context, audience: string) => ({
            audience,
            scope: SCOPE,
            accessTokenFormat: 'jwt',
            accessTokenTTL: 600,
          }),
        },
      },
      interactions: { url: (_context: Context, { uid }: { uid: string }) => `/login/${uid}` },
      jwks: { keys },
      loadExistingGrant: consent,
      ttl: { AccessToken: 600, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    };
  }
}

/** As the package's own page, which loads a font from another host. */
function askToLeave(context: Context, form: string): void {
  context.body = `<!doctype html>${form}<button form="op.logoutForm" name="logout" value="yes">Yes, sign me out</button>`;
}

async function logIn(
  provider: Provider,
  request: Parameters<Provider['interactionDetails']>[0],
  response: Parameters<Provider['interactionDetails']>[1],
): Promise<void> {
  const { params } = await provider.interactionDetails(request, response);
  await provider.interactionFinished(request, response, {
    login: { accountId: String(params['login_hint']) },
    consent: {},
  });
}

/** Consent is implied. */
async function consent({ oidc }: Context): Promise<unknown> {
  const { provider, client, session, params } = oidc;
  const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
  grant.addOIDCScope('openid');
  grant.addResourceScope(String(params['resource']), SCOPE);
  await grant.save();
  return grant;
}

/** The token with changed claims, signed by the same key: as if the provider had issued it. */
export async function reissued(
  token: string,
  key: JWK,
  change: (claims: Record<string, unknown>) => Record<string, unknown>,
): Promise<string> {
  const [header = '', payload = ''] = token.split('.');
  const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>;
  const { alg, ...more } = read(header);
  return new SignJWT(change(read(payload)))
    .setProtectedHeader({ alg: String(alg), ...more })
    .sign(await importJWK(key));
}
