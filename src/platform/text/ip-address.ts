import { parsedUrl } from './urls.js';

const IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/;

/** The address without quotes, brackets, port and zone; an IPv4 address in IPv6 form as IPv4. Other text is trimmed. */
export function bareAddress(text: string): string {
  const bare = text
    .trim()
    .replace(/^"\s*(.*?)\s*"$/, '$1')
    .replace(/^\[([^\]]*)\](?::\d*)?$/, '$1')
    .replace(/^([\d.]+):\d*$/, '$1')
    .replace(/%.*$/, '');
  const [a, b, c, d, e, f, g = 0, h = 0] = ipv6Groups(bare) ?? [];
  const isMapped = [a, b, c, d, e].every((group) => group === 0) && f === 0xffff;
  return isMapped ? [g >> 8, g & 255, h >> 8, h & 255].join('.') : bare;
}

/** What counts as one sender: an IPv4 address, the /64 of an IPv6 address, or `unknown` for everything else. */
export function addressBlock(text: string): string {
  const bare = bareAddress(text);
  if (IPV4.test(bare)) return bare;
  const network = ipv6Groups(bare)?.slice(0, 4);
  return network === undefined ? 'unknown' : `${network.map((group) => group.toString(16)).join(':')}::/64`;
}

/** The block that one subscriber or rented range may own: the /24 of an IPv4 address, the /48 of an IPv6 address. */
export function widerBlock(text: string): string {
  const block = addressBlock(text);
  return block.replace(/\.\d+$/, '.0/24').replace(/:[0-9a-f]+::\/64$/, '::/48');
}

function ipv6Groups(text: string): number[] | null {
  // Each request comes here several times: text without a colon must not cost the parser's exception.
  const host = text.includes(':') && /^[0-9a-f:.]+$/i.test(text) ? parsedUrl(`http://[${text}]`)?.hostname : undefined;
  if (host === undefined) return null;
  // The URL parser writes a dotted end in hexadecimal, and a run of zeros as `::`.
  const [left = [], right = []] = host
    .slice(1, -1)
    .split('::')
    .map((half) => half.split(':').filter(Boolean));
  const zeros = Array<string>(8 - left.length - right.length).fill('0');
  return [...left, ...zeros, ...right].map((group) => Number.parseInt(group, 16));
}
