import { countryFault } from '../../terms/countries.js';
import { isFiat } from '../../terms/currencies.js';
import { PAGE_LANGUAGES } from '../../terms/terms.js';
import { isOrigin, parsedUrl } from '../../text/urls.js';
import { DAY, HOUR, YEAR } from '../../time/time.js';
import { boolean, choice, httpsUrl, list, milliseconds, must, ORIGINS, pairOf, secret, text } from './kinds.js';
import type { SettingGroup } from './kinds.js';

const WHO_MAY_BUY = 'its answers decide who may buy';

function isExplorer(entry: string): boolean {
  const [, address = ''] = pairOf(entry) ?? [];
  return (
    address === 'none' ||
    (/^https:\/\/[^\s{}"'<>]+\{txHash\}[^\s{}"'<>]*$/.test(address) &&
      parsedUrl(address.replace('{txHash}', '0')) !== null)
  );
}

/** `code=name`, or `code@language=name`. */
function isMethodName(entry: string): boolean {
  const [code, language, ...rest] = pairOf(entry)?.[0].split('@') ?? [''];
  return code !== '' && rest.length === 0 && (language === undefined || PAGE_LANGUAGES.some((one) => one === language));
}

/** An address with the placeholders `{lang}` and `{merchantOrderNo}`. */
function link(schemes: readonly ('https:' | 'mailto:')[]) {
  const holds = (address: string): boolean => {
    const filled = address.replaceAll(/\{(?:lang|merchantOrderNo)\}/g, '0');
    const protocol = parsedUrl(filled)?.protocol;
    return schemes.some((scheme) => scheme === protocol) && !/[\s{}"'<>]/.test(filled);
  };
  return { ...text(null), ...must(holds, `be an address that begins with ${schemes.join(' or ')}`) };
}

const PLACEHOLDERS = '`{lang}` and `{merchantOrderNo}` are replaced';

/** What is sold to whom, and how it looks. */
export const SHOP = {
  PAGES: {
    says: 'Whether the pages for customers are served: `/`, `/checkout` and `/orders/…`.',
    more: 'See [pages.md](../pages.md)',
    ...boolean(true),
  },
  PAGES_CONSOLE: {
    says: "Whether staff's console is served, at `/console`.",
    more: 'Only on `ADMIN_PORT` where there is one: see [console.md](console.md)',
    ...boolean(true),
  },
  PAGES_LINKS: {
    says: 'With `signed`, guests check out only by links that your server had signed.',
    more: 'Over the API too: [links.md](../links.md#set-what-is-bought)',
    ...choice('any', ['any', 'signed']),
  },
  BRAND_NAME: {
    says: "The shop's name on the pages, at most 40 characters.",
    ...text('Ramp Checkout'),
    ...must(/^\P{Cc}{1,40}$/u, 'have at most 40 characters'),
  },
  BRAND_LOGO_URL: {
    says: "The `https:` address of the shop's logo.",
    ...httpsUrl('browsers load it from pages that are https themselves'),
    defaultNote: "the name's first letter",
  },
  BRAND_URL: {
    says: "The shop's address, where the pages lead back to.",
    more: PLACEHOLDERS,
    ...link(['https:']),
  },
  SUPPORT_URL: {
    says: 'Where customers get help, as an `https:` or `mailto:` address.',
    more: PLACEHOLDERS,
    ...link(['https:', 'mailto:']),
  },
  TERMS_URL: {
    says: "The shop's terms of sale, as an `https:` address.",
    more: PLACEHOLDERS,
    ...link(['https:']),
  },
  PRIVACY_URL: {
    says: "The shop's privacy notice, as an `https:` address.",
    more: PLACEHOLDERS,
    ...link(['https:']),
  },
  REFUNDS_URL: {
    says: "The shop's terms of refunds, as an `https:` address.",
    more: PLACEHOLDERS,
    ...link(['https:']),
  },
  IMPRINT_URL: {
    says: 'Who runs the shop (a duty in some countries), as an `https:` address.',
    more: PLACEHOLDERS,
    ...link(['https:']),
  },
  PROVIDER_NAME: {
    says: 'What the pages call the payment provider, at most 40 characters.',
    ...text(null),
    ...must(/^\P{Cc}{1,40}$/u, 'have at most 40 characters'),
    defaultNote: '"the payment provider"',
  },
  PAGES_CONSENT: {
    says: 'Whether customers agree to the terms by pressing the button (`notice`), or tick a box first (`box`).',
    ...choice('notice', ['notice', 'box']),
  },
  EMBED_ORIGINS: {
    says: 'The origins whose pages may show the checkout page in a frame, such as `https://shop.example`.',
    more: 'See [embedding.md](../embedding.md)',
    ...list(),
    ...must(
      (origin) => /^https?:/.test(origin) && isOrigin(origin),
      `list origins such as https://shop.example, ${ORIGINS}`,
    ),
    defaultNote: 'none: no page may',
  },
  BRAND_COLOR: {
    says: "The shop's colour as `#rrggbb`.",
    ...text('#3056d3'),
    ...must(/^#[0-9a-f]{6}$/i, 'be a colour such as #3056d3'),
  },
  PAGES_FIATS: {
    says: 'The currencies to choose from on the pages, as ISO 4217 codes.',
    ...list(...'AUD BRL CAD CHF CLP COP EUR GBP HKD IDR INR JPY KRW MXN PHP PLN SGD THB TRY USD VND ZAR'.split(' ')),
    ...must(isFiat, 'be a list of currencies of ISO 4217 such as EUR,USD'),
  },
  PAGES_COUNTRIES: {
    says: 'The countries to choose from on the pages, as ISO 3166-1 codes.',
    ...list(),
    ...must((code) => countryFault(code) === null, 'be a list of assigned countries such as DE,US'),
    defaultNote: 'all but uninhabited territories',
  },
  PAY_WAY_NAMES: {
    says: "Customers' names for payment methods: `10001=Visa,10002=Bank transfer,10002@es=Transferencia`.",
    more: `After \`@\`: in one language, ${PAGE_LANGUAGES.map((language) => `\`${language}\``).join(', ')}`,
    ...list(),
    ...must(isMethodName, 'be a list of payment methods such as 10001=Visa,10002=Bank transfer,10002@es=Transferencia'),
    defaultNote: 'the code',
  },
  PAY_WAY_MINUTES: {
    says: 'How long purchases usually take by payment method, in minutes from order to delivery: `10001=5,10002=2880`.',
    more: 'Shown rounded up; see [pages.md](../pages.md#how-long-it-takes)',
    ...list(),
    ...must(
      (entry) => /^[1-9]\d{0,4}$/.test(pairOf(entry)?.[1] ?? ''),
      'be a list of payment methods with 1 to 99999 minutes such as 10001=5,10002=2880',
    ),
    defaultNote: "measured on the last 30 days' orders",
  },
  EXPLORER_URLS: {
    says: 'Block explorers of further networks: `CRONOS=https://explorer.example/tx/{txHash}`.',
    more: '`ETH=none` removes one',
    ...list(),
    ...must(isExplorer, 'be a list of networks such as ETH=https://etherscan.io/tx/{txHash}, or ETH=none'),
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
  CORS_ORIGINS: {
    says: 'The origins whose pages may call the API, those of apps too: `https://shop.example,capacitor://localhost`.',
    ...list(),
    ...must(isOrigin, `list origins such as https://shop.example or capacitor://localhost: ${ORIGINS}`),
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
  ORDER_EXPIRY_MS: {
    says: 'An answer after this age that still says unpaid ends the order.',
    ...milliseconds(DAY, 1000, YEAR),
  },
  PAY_URL_TTL_MS: { says: 'How long a `payUrl` is shown.', ...milliseconds(HOUR, 1000, YEAR) },
} satisfies SettingGroup;
