import { boolean, choice, integer, list, secret, text, url } from './kinds.js';
import type { SettingGroup } from './kinds.js';

/** What most installations decide about. */
export const COMMON = {
  AUTH: {
    says: 'Whether callers must authenticate; `none` lets everybody do everything, without limits, and is for a laptop.',
    ...choice('required', ['required', 'none']),
  },
  AUTH_NONE_LETS_STRANGERS_IN: {
    says: 'Confirms `AUTH=none` where others than this machine may connect.',
    more: 'Without it such a service starts only with a loopback `HOST`, a loopback `PUBLIC_URL` or none, and no `TRUSTED_PROXIES`',
    ...boolean(false),
  },
  AUTH_GUESTS: {
    says: 'Lets customers without a login check out, though not choose the order number.',
    more: 'See [access.md](access.md#guests)',
    ...boolean(false),
  },
  GUEST_CHALLENGE_URL: {
    says: 'Where the response of a challenge is verified that guests solve before they check out (`siteverify`).',
    more: 'Turnstile, hCaptcha and reCAPTCHA share its form; needs `GUEST_CHALLENGE_SECRET`. See [challenge.md](challenge.md)',
    ...url,
    defaultNote: 'none: guests solve nothing',
  },
  GUEST_CHALLENGE_SECRET: { says: 'Your secret at the verifier of challenges.', ...secret },
  GUEST_CHALLENGE_WHEN_UNREACHABLE: {
    says: 'What becomes of guests while the verifier of challenges cannot be reached: they are refused, or admitted.',
    ...choice('refuse', ['refuse', 'admit']),
  },
  GUEST_CHALLENGE_SITE_KEY: {
    says: 'The public key of the widget with which the checkout page shows the challenge.',
    ...text(null),
    defaultNote: 'none: with a challenge, the page sells to nobody',
  },
  GUEST_CHALLENGE_SCRIPT_URL: {
    says: "The address of the widget's script, such as `https://challenges.cloudflare.com/turnstile/v0/api.js`.",
    ...url,
  },
  GUEST_CHALLENGE_ORIGINS: {
    says: "Further origins that the widget needs on the checkout page, beside its script's own.",
    ...list(),
  },
  GUEST_CHALLENGE_HOSTNAMES: {
    says: 'Host names of the pages on which guests solve the challenge; a response from any other page is refused.',
    ...list(),
    defaultNote: 'empty: not compared; your verifier may do so itself',
  },
  CUSTOMER_NUMBERS: {
    says: 'Whether customers with a login may choose the order number.',
    more: 'With `false` nobody but your servers takes a number or learns whether it exists; such customers repeat by `Idempotency-Key`, as guests do',
    ...boolean(true),
  },
  AUTH_JWT_ISSUER: {
    says: 'The identity provider of customers and staff: the `iss` that its tokens must have.',
    more: 'Set it with `AUTH_JWT_AUDIENCE` and `AUTH_JWKS_URL`, or none of the three',
    ...text(null),
    defaultNote: 'none: no JWT is accepted',
  },
  AUTH_JWT_AUDIENCE: { says: 'The `aud` that tokens of the identity provider must have.', ...text(null) },
  AUTH_JWKS_URL: { says: "The address of the identity provider's public keys, over `https:`.", ...url },
  AUTH_JWT_ROLE_CLAIM: {
    says: 'The claim that names the roles of staff, which only you may be able to write; `none`: staff uses API keys only.',
    more: 'Its value is `support`, `finance` or `admin`, or a list of them',
    ...text('none'),
  },
  AUTH_JWT_STAFF_ACR: {
    says: 'How staff must have signed in: a token that names a role needs one of these as its `acr`, or among its `amr`.',
    more: 'Such as `mfa`, or what your identity provider calls it; customers are not affected',
    ...list(),
  },
  AUDIT_ANCHOR_URL: {
    says: 'The `https:` address to which workers send an anchor of the audit log and of the history once an hour.',
    more: 'Whoever owns the database must not be able to alter what is kept there. See [reports.md](reports.md#anchors)',
    ...url,
    defaultNote: 'none: `npm run audit-anchor` prints one',
  },
  TRUSTED_PROXIES: {
    says: 'The addresses and subnets of your load balancers, such as `10.0.0.0/8,fd00::/8`, or `loopback`.',
    more: 'Only their `X-Forwarded-For` is used ([limits.md](limits.md#behind-a-proxy))',
    ...list(),
    defaultNote: 'none: the header is ignored',
  },
  CORS_ORIGINS: {
    says: 'The origins whose pages may call the API, those of apps too: `https://shop.example,capacitor://localhost`.',
    ...list(),
  },
  DATABASE_MIGRATE_URL: {
    says: 'The same database, by the role that owns its tables; only `migrate` uses it.',
    more: 'With it `migrate` grants the role of `DATABASE_URL` what the service needs ([security.md](../security.md#the-database))',
    ...secret,
    defaultNote: '`DATABASE_URL`',
  },
  DATABASE_ALLOW_PLAINTEXT: {
    says: 'Allows a database on another machine without TLS.',
    more: 'For a network that nobody else is on, such as that of one `docker compose`',
    ...boolean(false),
  },
  ROLES: { says: 'What this process does: `api`, `worker`, or both.', ...list('api', 'worker') },
  PORT: { says: 'The port to listen on.', ...integer(3000, 0, 65_535) },
  ADMIN_PORT: {
    says: 'A port of its own, which customers do not reach, for `/metrics`, `/health`, `/docs` and `/openapi.json`.',
    ...integer(null, 1, 65_535),
    defaultNote: 'none',
  },
  OPERATOR_ROUTES: {
    says: 'Whether `PORT` has `/metrics`, `/docs`, `/openapi.json` and health in detail as well: `public`, or `private`.',
    more: '`private`: it has `/health/live`, and the status alone of `/health/ready`',
    ...choice('private', ['private', 'public']),
    defaultNote: '`public` with `AUTH=none` and no `ADMIN_PORT`',
  },
  HOST: { says: 'The address to listen on.', ...text('0.0.0.0') },
  RAMP_APP_SECRET_NEXT: {
    says: "The application's secret that takes over during a rotation.",
    more: 'See [keys.md](keys.md#app-secret)',
    ...secret,
  },
  RAMP_PROFILE: {
    says: 'The file of settings that describe the provider, which `npm run conformance -- --profile` writes.',
    more: 'The environment wins over it ([doctor.md](doctor.md#conformance))',
    ...text(null),
  },
  RAMP_MAX_RPS: {
    says: 'Calls a second to the provider, of all processes on one database together.',
    more: 'Each takes the next free places of it. Give all of them the same rate',
    ...integer(15, 1, 10_000),
  },
  RAMP_ASK_BEFORE_SEND: {
    says: 'Asks the provider about each number before it is sent for the first time; needs `RAMP_NOT_FOUND`.',
    more: 'For the time after a [restore](failover.md#restore)',
    ...boolean(false),
  },
  PAGES: {
    says: 'Whether the pages for customers, `/`, `/checkout` and `/orders/…`, are served.',
    more: 'See [pages.md](../pages.md)',
    ...boolean(true),
  },
  PAGES_LINKS: {
    says: 'Whether guests come to the checkout page as they like, or only by links that your server has had signed.',
    more: 'With `signed` a guest cannot check out without one, over the API either ([pages.md](../pages.md#links-that-set-what-is-bought))',
    ...choice('any', ['any', 'signed']),
  },
  BRAND_NAME: { says: "The shop's name on the pages, at most 40 characters.", ...text('Ramp Checkout') },
  BRAND_LOGO_URL: {
    says: "The `https:` address of the shop's logo.",
    ...url,
    defaultNote: "the name's first letter",
  },
  BRAND_COLOR: { says: "The shop's colour as `#rrggbb`.", ...text('#3056d3') },
  PAGES_FIATS: {
    says: 'The currencies to choose from on the pages, as ISO 4217 codes.',
    ...list(
      ...['AUD', 'BRL', 'CAD', 'CHF', 'CLP', 'COP', 'EUR', 'GBP', 'HKD', 'IDR', 'INR'],
      ...['JPY', 'KRW', 'MXN', 'PHP', 'PLN', 'SGD', 'THB', 'TRY', 'USD', 'VND', 'ZAR'],
    ),
  },
  PAGES_COUNTRIES: {
    says: 'The countries to choose from on the pages, as ISO 3166-1 codes.',
    ...list(),
    defaultNote: 'all countries',
  },
  PAY_WAY_NAMES: {
    says: "What customers call the provider's payment methods: `10001=Visa or Mastercard,10002=Bank transfer`.",
    ...list(),
    defaultNote: 'the code',
  },
  EXPLORER_URLS: {
    says: 'Where the pages look up transfers on further networks: `CRONOS=https://explorer.example/tx/{txHash}`.',
    more: '`ETH=none`: nowhere',
    ...list(),
  },
  LOG_LEVEL: {
    says: 'The lowest level of messages that are logged.',
    ...choice('info', ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']),
  },
  WEBHOOK_URL: {
    says: 'Where one of your systems is told what happens, beside those that `/v1/admin/webhooks` names; workers read it.',
    more: 'Needs `WEBHOOK_SECRET`. See [webhooks.md](webhooks.md#an-endpoint-by-setting)',
    ...text(null),
    defaultNote: 'none',
  },
  WEBHOOK_SECRET: {
    says: 'What messages to `WEBHOOK_URL` are signed with: `whsec_` and 24 to 64 random bytes in base64.',
    more: '`echo whsec_$(openssl rand -base64 32)` makes one',
    ...secret,
  },
  WEBHOOK_EVENTS: { says: 'The events that `WEBHOOK_URL` is told; `*`: all that there are and will be.', ...list('*') },
  WEBHOOK_ALLOW_PRIVATE: {
    says: 'Lets webhooks go to private addresses, to any port and without TLS: for a laptop.',
    ...boolean(false),
  },
  WEBHOOK_PORTS: { says: 'The ports that webhooks may go to.', ...list('443') },
} satisfies SettingGroup;
