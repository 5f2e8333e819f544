import currencies from 'currency-codes';
import { countryFault } from '../../terms/countries.js';
import { PAGE_LANGUAGES } from '../../terms/terms.js';
import { isOrigin, parsedUrl } from '../../text/urls.js';
import { boolean, choice, httpsUrl, list, must, ORIGINS, pairOf, text } from './kinds.js';
import type { SettingGroup } from './kinds.js';

/** XCG is newer than the list of the package. */
const isCurrency = (code: string): boolean =>
  code === 'XCG' || (/^[A-Z]{3}$/.test(code) && currencies.code(code) !== undefined);

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

/** The settings of the pages for customers. */
export const PAGES = {
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
    ...must(isCurrency, 'be a list of currencies of ISO 4217 such as EUR,USD'),
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
} satisfies SettingGroup;
