import { canonicalNetwork } from '../addresses/networks.js';
import type { SettingsReader } from './reader.js';
import { pairOf } from './table/kinds.js';

export function pagesSettings(read: SettingsReader) {
  const countries = unique(read.list('PAGES_COUNTRIES'));
  const explorers = pairs(read.list('EXPLORER_URLS')).map(
    ([network, address]) => [canonicalNetwork(network), address === 'none' ? null : address] as const,
  );
  return {
    enabled: read.flag('PAGES'),
    links: read.oneOf('PAGES_LINKS'),
    brand: {
      name: read.text('BRAND_NAME'),
      logoUrl: read.url('BRAND_LOGO_URL'),
      color: read.text('BRAND_COLOR').toLowerCase(),
    },
    fiats: unique(read.list('PAGES_FIATS')),
    countries: countries.length === 0 ? null : countries,
    payWays: new Map(pairs(read.list('PAY_WAY_NAMES'))),
    explorers: new Map(explorers),
  };
}

const unique = (list: readonly string[]): readonly string[] => [...new Set(list)];

const pairs = (entries: readonly string[]) => entries.map(pairOf).filter((pair) => pair !== null);
