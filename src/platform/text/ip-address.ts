const IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/;

/** Without quotes, brackets, port and zone; an IPv4 address in IPv6 form as IPv4. Other text is trimmed. */
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
  const [, before = '', dotted = ''] = /^(.*:)([\d.]*\.[\d.]*)$/.exec(text) ?? [];
  if (dotted !== '' && !IPV4.test(dotted)) return null;
  const halves = (dotted === '' ? text : before + asGroups(dotted)).split('::');
  const [left = [], right = []] = halves.map((half) => (half === '' ? [] : half.split(':')));
  if (![...left, ...right].every((group) => /^[0-9a-f]{1,4}$/i.test(group))) return null;
  const missing = 8 - left.length - right.length;
  const isWhole = halves.length === 1 ? missing === 0 : halves.length === 2 && missing > 0;
  if (!isWhole) return null;
  return [...left, ...Array.from({ length: missing }, () => '0'), ...right].map((group) => Number.parseInt(group, 16));
}

function asGroups(dotted: string): string {
  const [a = 0, b = 0, c = 0, d = 0] = dotted.split('.').map(Number);
  return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
}
