import type { Settings } from '../config/settings.js';
import type { PageFacts } from '../shared/page-facts.js';

/** Out of the settings, what the pages need to know. */
export function pageFacts({ pages, auth, access, networks, redirectOrigins }: Settings): PageFacts {
  const { brand, fiats, countries, payWays, explorers } = pages;
  return {
    brand: { name: brand.name, logoUrl: brand.logoUrl },
    visitors: auth === 'none' || access.guests ? 'welcome' : 'closed',
    fiats,
    countries,
    payWays: Object.fromEntries(payWays),
    returnOrigins: redirectOrigins.filter((origin) => /^https?:/.test(origin)),
    networks: {
      families: Object.fromEntries(networks.families),
      memoRequired: networks.memoRequired,
      explorers: Object.fromEntries(explorers),
    },
  };
}
