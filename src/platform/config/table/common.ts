import { isHeaderValue } from '../../text/text.js';
import { isAppScheme, isOrigin } from '../../text/urls.js';
import { subnetOf } from '../subnets.js';
import { boolean, choice, httpsUrl, integer, list, must, ORIGINS, required, secret, text, url } from './kinds.js';
import type { SettingGroup } from './kinds.js';

const WHO_MAY_BUY = 'its answers decide who may buy';

/** The settings to begin with; `required` marks those without which the service does not start. */
export const REQUIRED = {
  DATABASE_URL: {
    says: 'The Postgres database, version 15 or later.',
    more: 'On another machine it needs TLS: `sslmode=verify-full`, with `sslrootcert=<file>` for a CA of your own. `require` verifies too; `no-verify` is refused',
    ...secret,
    ...required,
  },
  SERVICE_KEY: {
    says: 'The key that all others derive from: 32 bytes in base64, or a list of `id:key`, newest first.',
    more: 'Make one with `openssl rand -base64 32`; guessable ones are refused. A key without an id has the id `1`; an id has 1 to 16 letters and digits. See [keys.md](keys.md#service-key)',
    ...secret,
    defaultNote: 'required unless `AUTH=none`',
  },
  RAMP_BASE_URL: { says: "The provider's address, over `https:`.", ...url, ...required },
  RAMP_APP_ID: {
    says: 'The id of your application at the provider.',
    ...text(null),
    ...must(/^[\x21-\x7e]*$/, 'be one id without blanks, as a header carries it'),
    ...required,
  },
  RAMP_APP_SECRET: { says: 'The secret of your application at the provider.', ...secret, ...required },
  RAMP_ACCESS_TOKEN: {
    says: 'A fixed access token for creating trades.',
    more: 'Or fetch tokens, or send one with each checkout: [provider.md](provider.md#access-tokens). `_FILE` is read again for each trade; the last good content counts',
    ...secret,
    ...must(isHeaderValue, 'be 1 to 4096 characters without blanks that a header can carry'),
  },
  PUBLIC_URL: {
    says: "Where the provider's callbacks reach the service; without it there are none.",
    ...url,
    ...must((address) => !address.endsWith('/callbacks/ramp'), 'end before /callbacks/ramp, which is added to it'),
  },
  REDIRECT_ORIGINS: {
    says: 'The origins (`https://shop.example`) and app schemes (`myapp:`) to which customers may be sent back.',
    ...list(),
    ...must(
      (origin) => isOrigin(origin) || isAppScheme(origin),
      `list origins such as https://shop.example, and app schemes such as myapp: (${ORIGINS})`,
    ),
    defaultNote: 'none but the pages at `PUBLIC_URL`',
  },
} satisfies SettingGroup;

export const COMMON = {
  AUTH: {
    says: 'Whether callers must authenticate; `none` is for a laptop: every caller may do everything, without limits.',
    ...choice('required', ['required', 'none']),
  },
  AUTH_NONE_LETS_STRANGERS_IN: {
    says: 'Allows `AUTH=none` where other machines can connect.',
    more: 'See [access.md](access.md#authnone)',
    ...boolean(false),
  },
  AUTH_GUESTS: {
    says: 'Lets customers check out without a login.',
    more: 'See [access.md](access.md#guests)',
    ...boolean(false),
  },
  GUEST_CHALLENGE_URL: {
    says: 'The verifier of the challenge that guests solve before they check out (`siteverify`).',
    more: 'Set with `GUEST_CHALLENGE_SECRET`. See [challenge.md](challenge.md)',
    needs: ['AUTH_GUESTS', 'there are no guests otherwise'],
    ...httpsUrl(WHO_MAY_BUY),
    defaultNote: 'none: guests solve nothing',
  },
  GUEST_CHALLENGE_SECRET: { says: 'Your secret at the verifier of challenges.', ...secret },
  GUEST_CHALLENGE_SITE_KEY: {
    says: "The public key of the challenge's widget on the checkout page.",
    ...text(null),
    ...must(/^[A-Za-z0-9_-]{1,200}$/, 'be the public key of the widget'),
    defaultNote: 'none: with a challenge, the page does not sell',
  },
  GUEST_CHALLENGE_SCRIPT_URL: { says: "The address of the widget's script.", ...httpsUrl(WHO_MAY_BUY) },
  CUSTOMER_NUMBERS: {
    says: 'Whether customers with a login may choose the order number.',
    more: 'With `false` they use an `Idempotency-Key`, as guests do',
    ...boolean(true),
  },
  AUTH_JWT_ISSUER: {
    says: 'The identity provider of customers and staff: the `iss` of its tokens.',
    more: 'Set all three, or none. See [access.md](access.md#tokens)',
    ...text(null),
    defaultNote: 'none: no JWT is accepted',
  },
  AUTH_JWT_AUDIENCE: { says: "The `aud` of the identity provider's tokens.", ...text(null) },
  AUTH_JWKS_URL: {
    says: "The address of the identity provider's public keys, over `https:`.",
    ...httpsUrl('its keys decide which tokens are valid'),
    ...must(
      (address) => !address.endsWith('/.well-known/openid-configuration'),
      'be the jwks_uri that stands in that document',
    ),
  },
  AUTH_JWT_ROLE_CLAIM: {
    says: "The claim with staff's roles, which only you may be able to set; `none`: staff uses API keys.",
    more: 'See [access.md](access.md#tokens)',
    ...text('none'),
  },
  AUTH_CONSOLE_CLIENT_ID: {
    says: 'The public client of your identity provider by which staff signs in at the console, beside API keys.',
    more: 'See [console.md](console.md#signing-in)',
    needs: ['AUTH_JWT_ROLE_CLAIM', 'without it no token makes its owner staff'],
    ...text(null),
    defaultNote: 'none: API keys only',
  },
  AUTH_JWT_STAFF_ACR: {
    says: 'How staff must sign in: the `acr`, or one of the `amr`, of tokens with a role, such as `mfa`.',
    needs: ['AUTH_JWT_ROLE_CLAIM', 'without it no token has a role'],
    ...list(),
    ...must(/^[^\s;]*$/, 'be a list such as mfa,otp'),
  },
  TRUSTED_PROXIES: {
    says: 'The addresses and subnets of your load balancers, such as `10.0.0.0/8,fd00::/8`, or `loopback`.',
    more: 'See [limits.md](limits.md#behind-a-proxy)',
    ...list(),
    ...must(
      (entry) => entry === 'loopback' || subnetOf(entry) !== null,
      'list addresses and subnets such as 10.0.0.0/8,fd00::/8, or loopback',
    ),
    defaultNote: 'none: the header is ignored',
  },
  CORS_ORIGINS: {
    says: 'The origins whose pages may call the API, those of apps too: `https://shop.example,capacitor://localhost`.',
    ...list(),
    ...must(isOrigin, `list origins such as https://shop.example or capacitor://localhost: ${ORIGINS}`),
  },
  DATABASE_MIGRATE_URL: {
    says: 'The same database, as the owner of its tables; only `migrate` uses it.',
    more: '`migrate` grants the role of `DATABASE_URL` its rights ([security.md](../security.md#the-database))',
    ...secret,
    defaultNote: '`DATABASE_URL`',
  },
  DATABASE_ALLOW_PLAINTEXT: {
    says: 'Allows a database on another machine without TLS, or with `sslmode=no-verify`.',
    more: 'For a private network, such as that of `docker compose`',
    ...boolean(false),
  },
  ROLES: {
    says: 'What this process does: `api`, `worker`, or both.',
    ...list('api', 'worker'),
    ...must(/^(?:api|worker)$/, 'be api, worker or api,worker'),
  },
  PORT: { says: 'The port to listen on.', ...integer(3000, 0, 65_535) },
  ADMIN_PORT: {
    says: 'A port that customers cannot reach, for `/metrics`, `/health`, `/docs`, `/openapi.json` and `/console`.',
    ...integer(null, 1, 65_535),
    defaultNote: 'none',
  },
  OPERATOR_ROUTES: {
    says: 'With `public`, `PORT` has `/metrics`, `/docs`, `/openapi.json` and detailed health too.',
    more: 'With `private`, only `/health/live`, and the status of `/health/ready`',
    ...choice('private', ['private', 'public']),
    defaultNote: '`public` with `AUTH=none` and no `ADMIN_PORT`',
  },
  HOST: {
    says: 'The address to listen on.',
    ...text('0.0.0.0'),
    ...must(
      (host) => !/^\d+\.\d+\.\d+\.\d+:|^localhost:|[/[\]\s,]/.test(host),
      'be an address or name such as 0.0.0.0 or ::, without scheme and port',
    ),
  },
  RAMP_APP_SECRET_NEXT: {
    says: "The application's next secret, during a rotation.",
    more: 'See [keys.md](keys.md#app-secret)',
    needs: [
      'RAMP_SIGNATURE_REFUSED_CODES',
      'without the code no process switches, unless the provider refuses signatures with HTTP 401 or 403',
    ],
    ...secret,
  },
  RAMP_PROFILE: {
    says: "The file of the provider's settings that `npm run conformance -- --profile` wrote.",
    more: 'The environment wins over it',
    ...text(null),
  },
  RAMP_MAX_RPS: {
    says: 'Calls a second to the provider, of all processes on one database together.',
    more: 'Set the same value everywhere',
    ...integer(15, 1, 10_000),
  },
  RAMP_ASK_BEFORE_SEND: {
    says: 'Looks up each number at the provider before the first send.',
    more: 'For use after a [restore](failover.md#restore)',
    needs: ['RAMP_NOT_FOUND', 'only what the provider does not know is sent', 'refused'],
    ...boolean(false),
  },
  LOG_LEVEL: {
    says: 'The lowest level of messages that are logged.',
    ...choice('info', ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']),
  },
  WEBHOOK_ALLOW_PRIVATE: {
    says: 'Allows webhooks to private addresses, to any port and without TLS: for a laptop.',
    ...boolean(false),
  },
} satisfies SettingGroup;
