import type { WebhookEndpointSettings, WebhookSettings } from '../platform/config/settings.js';
import { eventsFault } from './decisions/endpoint-fields.js';
import { addressOf, isPublicAddress } from './public-address.js';

const LONGEST_URL = 2000;

/** What is wrong with the address of an endpoint; null: nothing that can be seen without asking for its name. */
export function urlFault(text: string, { allowsPrivate, ports }: WebhookSettings): string | null {
  if (text.length > LONGEST_URL || !URL.canParse(text)) return 'must be an absolute URL';
  const { protocol, username, password, hash, hostname, port } = new URL(text);
  if (protocol !== 'https:' && !(allowsPrivate && protocol === 'http:')) return 'must be an https: URL';
  if (username !== '' || password !== '' || hash !== '') return 'must have no user, password or fragment';
  if (!allowsPrivate && !ports.includes(port === '' ? 443 : Number(port))) {
    return `must be on one of these ports: ${ports.join(', ')}`;
  }
  const isName = addressOf(hostname) === null;
  const isLocal = isName ? !hostname.includes('.') || hostname.endsWith('.localhost') : !isPublicAddress(hostname);
  return isLocal && !allowsPrivate ? 'must lead to the public internet' : null;
}

/** What is wrong with the endpoint that the settings name, by the names of these. */
export function endpointFaults(wanted: WebhookEndpointSettings | null, webhooks: WebhookSettings): string[] {
  if (wanted === null) return [];
  const faults = { WEBHOOK_URL: urlFault(wanted.url, webhooks), WEBHOOK_EVENTS: eventsFault(wanted.events) };
  return Object.entries(faults).flatMap(([name, fault]) => (fault === null ? [] : [`${name} ${fault}`]));
}
