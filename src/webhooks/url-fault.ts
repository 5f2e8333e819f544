import type { WebhookEndpointSettings, WebhookSettings } from '../platform/config/settings.js';
import { eventsFault } from './decisions/endpoint-fields.js';
import { ends, MASKED } from '../platform/redaction/forms.js';
import type { EndpointRow } from './webhook.types.js';
import { addressOf, isPublicAddress } from './public-address.js';
import { parsedUrl } from '../platform/text/urls.js';

const LONGEST_URL = 2000;

/** Returns what is wrong with an endpoint's URL, or null. It does not resolve the host name. */
export function urlFault(text: string, { allowsPrivate, ports }: WebhookSettings): string | null {
  // A URL parser is too lenient: it drops line ends, reads a backslash as a slash, and adds missing slashes.
  const isWhole = text.length <= LONGEST_URL && /^[a-z]+:\/\/[^/\s\\][^\s\\]*$/i.test(text);
  const url = isWhole ? parsedUrl(text) : null;
  if (url === null) return 'must be an absolute URL';
  const { protocol, username, password, hash, hostname, port } = url;
  if (protocol !== 'https:' && !(allowsPrivate && protocol === 'http:')) return 'must be an https: URL';
  if (username !== '' || password !== '' || hash !== '') return 'must have no user, password or fragment';
  if (!allowsPrivate && !ports.includes(port === '' ? 443 : Number(port))) {
    return `must be on one of these ports: ${ports.join(', ')}`;
  }
  const name = hostname.replace(/\.$/, '');
  const isLocal =
    addressOf(name) === null ? !name.includes('.') || name.endsWith('.localhost') : !isPublicAddress(name);
  return isLocal && !allowsPrivate ? 'must lead to the public internet' : null;
}

export const normalUrl = (text: string): string => parsedUrl(text)?.href ?? text;

/** An endpoint as shown in the audit log. Long parts of the path and the query may be secrets, so they are masked. */
export function shownEndpoint({ url, events }: Pick<EndpointRow, 'url' | 'events'>) {
  const parsed = parsedUrl(url);
  if (parsed === null) return { url: MASKED, events };
  const { host, pathname, search } = parsed;
  const path = pathname.split('/').map((part) => ends(part) ?? part);
  return { url: `${host}${path.join('/')}${search === '' ? '' : `?${MASKED}`}`, events };
}

export function endpointFaults(wanted: WebhookEndpointSettings | null, webhooks: WebhookSettings): string[] {
  if (wanted === null) return [];
  const faults = { WEBHOOK_URL: urlFault(wanted.url, webhooks), WEBHOOK_EVENTS: eventsFault(wanted.events) };
  return Object.entries(faults).flatMap(([name, fault]) => (fault === null ? [] : [`${name} ${fault}`]));
}
