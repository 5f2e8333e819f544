import { isHeaderValue } from '../../text/text.js';
import { isAppScheme, isOrigin } from '../../text/urls.js';
import { subnetOf } from '../subnets.js';
import { MINUTE, YEAR } from '../../time/time.js';
import { boolean, choice, integer, list, milliseconds, must, ORIGINS, required, secret, text, url } from './kinds.js';
import type { SettingGroup } from './kinds.js';

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

/** Where the service runs, and its limits. */
export const OPERATIONS = {
  AUTH: {
    says: 'Whether callers must authenticate; `none` is for a laptop: every caller may do everything, without limits.',
    ...choice('required', ['required', 'none']),
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
  LOG_LEVEL: {
    says: 'The lowest level of messages that are logged.',
    ...choice('info', ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']),
  },
  DRAIN_MS: {
    says: 'How long a process still serves after SIGTERM, while `/health/ready` is 503; then it takes no more connections.',
    more: 'Longer than your load balancer needs to notice ([rolling.md](rolling.md)); `0`: not at all',
    ...milliseconds(5000, 0, 10 * MINUTE),
  },
  RETAIN_AUDIT_MS: {
    says: 'How long entries of the audit log are kept; `0`: for good.',
    more: 'At least a year, unless `0`',
    ...milliseconds(0, 0, 30 * YEAR),
  },
  RETAIN_ORDERS_MS: {
    says: 'How long an order that has ended is kept after its last change; `0`: for good.',
    more: 'At least 90 days, unless `0`: [forgetting.md](forgetting.md#old-orders)',
    ...milliseconds(0, 0, 30 * YEAR),
  },
  RETAIN_BY_LAW_MS: {
    says: "How long a forgotten customer's order keeps address, customer and payee after it was made.",
    more: 'See [forgetting.md](forgetting.md#data-that-a-law-has-you-keep)',
    ...milliseconds(0, 0, 30 * YEAR),
  },
  STREAMS_MAX: {
    says: 'Event streams open in one process; `0`: none.',
    more: 'Further clients get 503 and poll',
    ...integer(5000, 0, 1_000_000),
  },
  RATE_LIMIT_ADDRESS_RPS: {
    says: 'Requests a second of one network address, counted in each process; `0`: not limited.',
    more: 'See [limits.md](limits.md#requests-a-second)',
    ...integer(100, 0, 1_000_000),
  },
  RATE_LIMIT_CALLER_RPS: {
    says: 'Requests a second of one customer or member of staff with a token, counted in each process; `0`: not limited.',
    ...integer(50, 0, 1_000_000),
  },
  RATE_LIMIT_KEY_RPS: {
    says: "Requests a second of one API key's account, counted in each process; `0`: not limited.",
    ...integer(500, 0, 1_000_000),
  },
  GUEST_CHECKOUTS_PER_MINUTE: {
    says: 'Checkouts a minute of all guests, counted in each process; `0`: not limited.',
    more: 'With a limit, 12 of one address block. See [limits.md](limits.md#guests)',
    ...integer(120, 0, 1_000_000),
  },
  GUEST_UNPAID_ORDERS: {
    says: 'Orders of all guests, neither paid nor ended; `0`: not limited.',
    more: 'With a limit, 30 of one address block',
    ...integer(1000, 0, 1_000_000),
  },
  REVEALS_PER_HOUR: {
    says: 'Orders that one member of staff may reveal in an hour, and links to customers; `0`: not limited.',
    ...integer(20, 0, 100_000),
  },
} satisfies SettingGroup;
