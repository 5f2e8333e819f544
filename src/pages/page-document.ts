import type { Settings } from '../platform/config/settings.js';
import { fiatDigits } from '../catalog/rules/fiat-precision.js';
import { canonicalCountry, COUNTRIES } from '../platform/terms/countries.js';
import { guessCountry, guessFiat } from '../platform/terms/guesses.js';
import type { PageFacts } from '../platform/terms/terms.js';
import { brandMark, escaped, withoutScripts } from './page-shell.js';
import type { Visit } from './page-shell.js';

/** The places of a built page. Each page has all of them. */
const PLACES = /<html lang="en">|<title>[^<]*<\/title>|<!-- (?:page|brand|without-scripts) -->/g;
const PLACE_COUNT = 5;

const RIGHT_TO_LEFT = 'ar';

interface Linked {
  /** With the version of its content. */
  readonly brandStyleUrl: string;
  /** Scripts that the page will import. */
  readonly preloads: readonly string[];
  /** What its scripts will fetch. */
  readonly fetches?: readonly string[];
}

/**
 * The page for a visit. It shows the brand and the outline of the page before its scripts are there. The facts become
 * JSON in a block that browsers do not run. Throws if the built page lacks a place.
 */
export function pageDocument(
  built: string,
  facts: PageFacts,
  { brandStyleUrl, preloads, fetches = [] }: Linked,
  visit: Visit = { language: 'en', number: null },
): string {
  if (built.match(PLACES)?.length !== PLACE_COUNT) throw new Error('the built page lacks a place');
  const { language } = visit;
  const head = [
    `<link rel="stylesheet" href="${brandStyleUrl}">`,
    ...preloads.map((url) => `<link rel="modulepreload" crossorigin href="${url}">`),
    ...fetches.map((url) => `<link rel="preload" as="fetch" crossorigin href="${escaped(url)}">`),
    `<script type="application/json" id="page-facts">${blockOf(facts)}</script>`,
  ];
  // One pass: a text that looks like a place stays as it is.
  return built.replace(PLACES, (place) => {
    if (place.startsWith('<html')) return `<html lang="${language}"${language === RIGHT_TO_LEFT ? ' dir="rtl"' : ''}>`;
    if (place.startsWith('<title')) return `<title>${escaped(facts.brand.name)}</title>`;
    if (place === '<!-- brand -->') return brandMark(facts, visit);
    return place === '<!-- page -->' ? head.join('\n    ') : withoutScripts(facts, visit);
  });
}

/** Escaped, because `</script>` inside a text would end the block. */
function blockOf(facts: PageFacts): string {
  return JSON.stringify(facts).replaceAll('<', '\\u003c');
}

/** The list of coins that the checkout fetches at a first visit; empty: none. Later visits begin with their last choice. */
export function firstFetches(
  { visitors, link, fiats, countries }: PageFacts,
  { languages = [], ...asked }: Visit,
): readonly string[] {
  if (visitors === 'closed' || typeof link === 'string' || (visitors === 'invited' && link === null)) return [];
  const offered = (list: readonly string[], value: unknown): string | undefined =>
    link === null && typeof value === 'string' ? list.find((each) => each === canonicalCountry(value)) : undefined;
  const lands = countries ?? COUNTRIES;
  const country = offered(lands, asked.country) ?? guessCountry(languages, lands);
  const fiat = link?.terms.fiat ?? offered(fiats, asked.fiat) ?? guessFiat(country, fiats);
  return fiat === null ? [] : [`/v1/cryptos?fiat=${fiat}&side=BUY`];
}

/** What the facts say of a request, beside the settings. */
export interface Requested extends Pick<PageFacts, 'link' | 'embedder' | 'durations' | 'payHost' | 'staff'> {
  /** undefined: HTTP/1.0 without a `Host`. */
  readonly host: string | undefined;
}

const NOTHING: Pick<PageFacts, 'durations' | 'payHost'> = {
  durations: { stated: {}, payment: {}, delivery: {}, payout: {} },
  payHost: null,
};

/** A request at this host without a link or an embedding page. */
export const requestedAt = (host: string | undefined, expected = NOTHING): Requested => ({
  ...expected,
  host,
  link: null,
  embedder: null,
  staff: null,
});

/** The settings that the pages need. Redirect origins are limited to `host`: the others are not public. */
export function pageFacts(
  { pages, auth, access, guests, networks, redirectOrigins, fiatDecimals }: Settings,
  { host, ...requested }: Requested,
): PageFacts {
  const { brand, help, provider, consent, fiats, countries, payWays, explorers } = pages;
  const { challenge } = guests;
  const { link } = requested;
  const linked = link !== null && typeof link === 'object' ? link.terms.fiat : undefined;
  const isClosed = (auth !== 'none' && !access.guests) || (challenge !== null && challenge.widget === null);
  const { siteKey, scriptUrl } = challenge?.widget ?? {};
  return {
    brand: { name: brand.name, logoUrl: brand.logoUrl, url: brand.url },
    help,
    provider,
    consent,
    visitors: isClosed ? 'closed' : pages.links === 'signed' ? 'invited' : 'welcome',
    challenge: siteKey === undefined || scriptUrl === undefined ? null : { siteKey, scriptUrl },
    ...requested,
    fiats,
    fiatDigits: Object.fromEntries(
      [...fiats, linked ?? []].flat().map((fiat) => [fiat, fiatDigits(fiat, fiatDecimals) ?? 2]),
    ),
    countries,
    payWays: Object.fromEntries(payWays),
    returnOrigins: redirectOrigins.filter((origin) => /^https?:/.test(origin) && isAt(origin, host)),
    networks: {
      families: Object.fromEntries(networks.families),
      memoRequired: networks.memoRequired,
      explorers: Object.fromEntries(explorers),
    },
  };
}

const isAt = (origin: string, host: string | undefined): boolean => new URL(origin).host === host?.toLowerCase();

interface Allowed {
  /** Its scripts create further scripts from text, so trusted types cannot be required. */
  readonly widget?: readonly string[] | undefined;
  /** Origins whose pages may frame the document. */
  readonly ancestors?: readonly string[];
  /** The document's scripts may call this address' origin. */
  readonly connect?: string | undefined;
}

export function pageHeaders(
  logoUrl: string | null,
  { widget = [], ancestors = [], connect }: Allowed = {},
): Readonly<Record<string, string>> {
  const code = ["'self'", ...widget].join(' ');
  const pictures = logoUrl === null ? "'self'" : `'self' ${new URL(logoUrl).origin}`;
  const policy = [
    "default-src 'none'",
    `script-src ${code}`,
    `style-src ${code}`,
    `img-src ${pictures}`,
    `connect-src ${code}${connect === undefined ? '' : ` ${new URL(connect).origin}`}`,
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${ancestors.length === 0 ? "'none'" : ancestors.join(' ')}`,
    widget.length === 0 ? "require-trusted-types-for 'script'" : `frame-src ${widget.join(' ')}`,
  ];
  return {
    'Content-Security-Policy': policy.join('; '),
    // The document is small and contains settings. Its assets are cached permanently under versioned names.
    'Cache-Control': 'no-cache',
  };
}
