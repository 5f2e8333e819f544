import type { Settings } from '../platform/config/settings.js';
import type { PageFacts } from '../platform/terms/terms.js';

/**
 * The settings that the pages need when opened at `host`, such as `pay.shop.example:8443`, by `link`. Redirect origins
 * are limited to this host: the others are not public.
 */
export function pageFacts(
  { pages, auth, access, guests, networks, redirectOrigins, fiatDecimals }: Settings,
  host: string,
  link: PageFacts['link'],
): PageFacts {
  const { brand, fiats, countries, payWays, explorers } = pages;
  const { challenge } = guests;
  const isClosed = (auth !== 'none' && !access.guests) || (challenge !== null && challenge.widget === null);
  const { siteKey, scriptUrl } = challenge?.widget ?? {};
  return {
    brand: { name: brand.name, logoUrl: brand.logoUrl },
    visitors: isClosed ? 'closed' : pages.links === 'signed' ? 'invited' : 'welcome',
    challenge: siteKey === undefined || scriptUrl === undefined ? null : { siteKey, scriptUrl },
    link,
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

function isAt(origin: string, host: string): boolean {
  return new URL(origin).host === host.toLowerCase();
}
