import type { Settings } from '../platform/config/settings.js';
import type { PageFacts } from '../platform/terms/terms.js';

const PLACE = '<!-- page -->';
const TITLE = /<title>[^<]*<\/title>/;

/** The facts become JSON in a block that browsers do not run. Throws if the document lacks the placeholders. */
export function pageDocument(built: string, facts: PageFacts, brandStyleUrl: string): string {
  if (!built.includes(PLACE) || !TITLE.test(built)) throw new Error('the built page has no place for its facts');
  const block = `<script type="application/json" id="page-facts">${blockOf(facts)}</script>`;
  const style = `<link rel="stylesheet" href="${brandStyleUrl}">`;
  // Functions, because `replace` would interpret `$&` in a replacement text.
  return built
    .replace(TITLE, () => `<title>${escaped(facts.brand.name)}</title>`)
    .replace(PLACE, () => `${style}\n    ${block}`);
}

/** Escaped, because `</script>` inside a text would end the block. */
function blockOf(facts: PageFacts): string {
  return JSON.stringify(facts).replaceAll('<', '\\u003c');
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** What the facts say of a request, beside the settings. */
export interface Requested extends Pick<PageFacts, 'link' | 'embedder' | 'durations'> {
  readonly host: string;
}

/** The settings that the pages need. Redirect origins are limited to `host`: the others are not public. */
export function pageFacts(
  { pages, auth, access, guests, networks, redirectOrigins, fiatDecimals }: Settings,
  { host, ...requested }: Requested,
): PageFacts {
  const { brand, help, provider, consent, fiats, countries, payWays, explorers } = pages;
  const { challenge } = guests;
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
    fiatDecimals,
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

const isAt = (origin: string, host: string): boolean => new URL(origin).host === host.toLowerCase();

/**
 * `widget`: its scripts create further scripts from text, so trusted types cannot be required. `ancestors`: origins
 * whose pages may frame the document.
 */
export function pageHeaders(
  logoUrl: string | null,
  widget: readonly string[] = [],
  ancestors: readonly string[] = [],
): Readonly<Record<string, string>> {
  const code = ["'self'", ...widget].join(' ');
  const pictures = logoUrl === null ? "'self'" : `'self' ${new URL(logoUrl).origin}`;
  const policy = [
    "default-src 'none'",
    `script-src ${code}`,
    `style-src ${code}`,
    `img-src ${pictures}`,
    `connect-src ${code}`,
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
