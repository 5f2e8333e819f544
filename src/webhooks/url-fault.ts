import { isIP } from 'node:net';
import type { WebhookSettings } from '../platform/config/settings.js';
import { addressTest } from '../platform/config/subnets.js';
import { ends, MASKED } from '../platform/redaction/forms.js';
import { parsedUrl } from '../platform/text/urls.js';
import type { EndpointRow } from './webhook.types.js';

const LONGEST_URL = 2000;

/** IANA special-purpose networks: they could lead to machines that trust internal callers, or to cloud metadata. */
const isSpecial = addressTest([
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  // Azure answers each of its machines here.
  '168.63.129.16',
  // IPv6 networks that lead to IPv4 or nowhere.
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '3fff::/20',
]);
/** Mapped IPv4, loopback, link-local and unique local IPv6 addresses are outside 2000::/3. */
const isGlobalUnicast = addressTest(['2000::/3']);

function addressOf(host: string): string | null {
  const address = host.replace(/^\[(.*)\]$/, '$1');
  return isIP(address) === 0 ? null : address;
}

export function isPublicAddress(text: string): boolean {
  const address = addressOf(text);
  return address !== null && (isIP(address) === 4 || isGlobalUnicast(address)) && !isSpecial(address);
}

/** Returns what is wrong with an endpoint's URL, or null. It does not resolve the host name. */
export function urlFault(text: string, { allowsPrivate }: WebhookSettings): string | null {
  // A URL parser is too lenient: it drops line ends, reads a backslash as a slash, and adds missing slashes.
  const isWhole = text.length <= LONGEST_URL && /^[a-z]+:\/\/[^/\s\\][^\s\\]*$/i.test(text);
  const url = isWhole ? parsedUrl(text) : null;
  if (url === null) return 'must be an absolute URL';
  const { protocol, username, password, hash, hostname, port } = url;
  if (protocol !== 'https:' && !(allowsPrivate && protocol === 'http:')) return 'must be an https: URL';
  if (username !== '' || password !== '' || hash !== '') return 'must have no user, password or fragment';
  if (allowsPrivate) return null;
  // On another port an address may be reached that no public service has.
  if (port !== '') return 'must be on port 443';
  const name = hostname.replace(/\.$/, '');
  const isLocal =
    addressOf(name) === null ? !name.includes('.') || name.endsWith('.localhost') : !isPublicAddress(name);
  return isLocal ? 'must lead to the public internet' : null;
}

export const normalUrl = (text: string): string => parsedUrl(text)?.href ?? text;

/** An endpoint as shown in the audit log. Long parts of the path and the query may be secrets, so they are masked. */
export function maskedEndpoint({ url, events }: Pick<EndpointRow, 'url' | 'events'>) {
  const parsed = parsedUrl(url);
  if (parsed === null) return { url: MASKED, events };
  const { host, pathname, search } = parsed;
  const path = pathname.split('/').map((part) => ends(part) ?? part);
  return { url: `${host}${path.join('/')}${search === '' ? '' : `?${MASKED}`}`, events };
}
