import currencies from 'currency-codes';
import { canonicalNetwork } from '../addresses/networks.js';
import { countryFault } from '../terms/countries.js';
import { requireHttps } from './reader.js';
import type { SettingsReader } from './reader.js';
import type { NameOf } from './settings-table.js';
import { parsedUrl } from '../text/urls.js';

const MAX_NAME = 40;
/** Newer than the list of the package. */
const isCurrency = (code: string): boolean =>
  code === 'XCG' || (/^[A-Z]{3}$/.test(code) && currencies.code(code) !== undefined);

/** The pages that customers see: whether there are any, how they look, and what they offer. */
export function pagesSettings(read: SettingsReader) {
  const countries = codes(
    read,
    'PAGES_COUNTRIES',
    (code) => countryFault(code) === null,
    'assigned countries such as DE,US',
  );
  return {
    enabled: read.flag('PAGES'),
    links: read.oneOf('PAGES_LINKS'),
    brand: { name: brandName(read), logoUrl: logoUrl(read), color: color(read) },
    fiats: codes(read, 'PAGES_FIATS', isCurrency, 'currencies of ISO 4217 such as EUR,USD'),
    countries: countries.length === 0 ? null : countries,
    payWays: named(
      read,
      'PAY_WAY_NAMES',
      /^[\x21-\x7e]{1,64}$/,
      'payment methods such as 10001=Visa,10002=Bank transfer',
    ),
    explorers: explorers(read),
  };
}

function brandName(read: SettingsReader): string {
  const name = read.text('BRAND_NAME');
  if (name.length > MAX_NAME || /\p{Cc}/u.test(name)) {
    read.problems.push(`BRAND_NAME must have at most ${MAX_NAME} characters`);
  }
  return name;
}

function logoUrl(read: SettingsReader): string | null {
  const url = read.url('BRAND_LOGO_URL');
  requireHttps(read, 'BRAND_LOGO_URL', url, ': browsers load it from pages that are https themselves');
  return url;
}

function color(read: SettingsReader): string {
  const text = read.text('BRAND_COLOR');
  if (!/^#[0-9a-f]{6}$/i.test(text)) read.problems.push('BRAND_COLOR must be a colour such as #3056d3');
  return text.toLowerCase();
}

function codes(
  read: SettingsReader,
  name: NameOf<'list'>,
  isCode: (code: string) => boolean,
  wanted: string,
): readonly string[] {
  const list = read.list(name);
  if (!list.every(isCode)) read.problems.push(`${name} must be a list of ${wanted}`);
  return [...new Set(list)];
}

/** A list of `key=words`; a comma in the words ends them. */
function named(read: SettingsReader, name: NameOf<'list'>, key: RegExp, wanted: string): ReadonlyMap<string, string> {
  const map = new Map<string, string>();
  for (const entry of read.list(name)) {
    const at = entry.indexOf('=');
    const [code, words] = [entry.slice(0, at).trim(), entry.slice(at + 1).trim()];
    if (at < 1 || !key.test(code) || words === '' || words.length > 200 || /;[^;]*=/.test(words)) {
      read.problems.push(`${name} must be a list of ${wanted}`);
      break;
    }
    map.set(code, words);
  }
  return map;
}

function explorers(read: SettingsReader): ReadonlyMap<string, string | null> {
  const wanted = 'networks such as ETH=https://etherscan.io/tx/{txHash}, or ETH=none';
  const given = named(read, 'EXPLORER_URLS', /^[\x21-\x7e]{1,64}$/, wanted);
  const map = new Map<string, string | null>();
  for (const [network, address] of given) {
    if (address !== 'none' && !isExplorer(address)) {
      read.problems.push(`EXPLORER_URLS must be a list of ${wanted}`);
      break;
    }
    map.set(canonicalNetwork(network), address === 'none' ? null : address);
  }
  return map;
}

function isExplorer(address: string): boolean {
  return (
    /^https:\/\/[^\s{}"'<>]+\{txHash\}[^\s{}"'<>]*$/.test(address) &&
    parsedUrl(address.replace('{txHash}', '0')) !== null
  );
}
