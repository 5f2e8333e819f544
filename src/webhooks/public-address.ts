import { isIP } from 'node:net';
import { addressTest } from '../platform/config/subnets.js';

/**
 * Networks outside the public internet, from the IANA special-purpose registries. A message sent there could reach
 * machines that trust internal callers, or a cloud's metadata service.
 */
const isSpecial = addressTest([
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24'],
  ...['192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24'],
  ...['224.0.0.0/4', '240.0.0.0/4'],
  // IPv6 networks that lead to IPv4 or nowhere.
  ...['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'],
]);
/** Mapped IPv4, loopback, link-local and unique local IPv6 addresses are outside 2000::/3. */
const isGlobalUnicast = addressTest(['2000::/3']);

/** The IP address in a URL's host, or null for a host name. */
export function addressOf(host: string): string | null {
  const address = host.replace(/^\[(.*)\]$/, '$1');
  return isIP(address) === 0 ? null : address;
}

export function isPublicAddress(text: string): boolean {
  const address = addressOf(text);
  return address !== null && (isIP(address) === 4 || isGlobalUnicast(address)) && !isSpecial(address);
}
