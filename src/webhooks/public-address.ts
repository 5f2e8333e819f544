import { BlockList, isIP } from 'node:net';

/**
 * Networks that are no part of the public internet, after the IANA special-purpose registries: a message sent there could
 * reach machines that trust whoever is inside, or a cloud's metadata.
 */
const NETWORKS: readonly (readonly [network: string, prefix: number])[] = [
  ...([
    ['0.0.0.0', 8],
    ['10.0.0.0', 8],
    ['100.64.0.0', 10],
    ['127.0.0.0', 8],
    ['169.254.0.0', 16],
  ] as const),
  ...([
    ['172.16.0.0', 12],
    ['192.0.0.0', 24],
    ['192.0.2.0', 24],
    ['192.88.99.0', 24],
    ['192.168.0.0', 16],
  ] as const),
  ...([
    ['198.18.0.0', 15],
    ['198.51.100.0', 24],
    ['203.0.113.0', 24],
    ['224.0.0.0', 4],
    ['240.0.0.0', 4],
  ] as const),
];
/** Of IPv6 only global unicast addresses are dialled, and of these not the ones that lead to IPv4 or nowhere. */
const GLOBAL_UNICAST = ['2000::', 3] as const;
const NETWORKS_6: readonly (readonly [network: string, prefix: number])[] = [
  ...([
    ['2001::', 23],
    ['2001:db8::', 32],
    ['2002::', 16],
    ['3fff::', 20],
  ] as const),
];

const closed4 = new BlockList();
for (const [network, prefix] of NETWORKS) closed4.addSubnet(network, prefix, 'ipv4');
const closed6 = new BlockList();
for (const [network, prefix] of NETWORKS_6) closed6.addSubnet(network, prefix, 'ipv6');
const open6 = new BlockList();
open6.addSubnet(...GLOBAL_UNICAST, 'ipv6');

/** Is this a network address on the public internet? What is no address is not. */
export function isPublicAddress(text: string): boolean {
  const address = text.replace(/^\[(.*)\]$/, '$1');
  switch (isIP(address)) {
    case 4:
      return !closed4.check(address, 'ipv4');
    case 6:
      // Mapped IPv4, loopback, link-local and unique local addresses are all outside of global unicast.
      return open6.check(address, 'ipv6') && !closed6.check(address, 'ipv6');
    default:
      return false;
  }
}
