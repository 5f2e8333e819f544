import { BlockList, isIP } from 'node:net';
import { bareAddress } from '../text/ip-address.js';

export interface Subnet {
  readonly address: string;
  readonly family: 4 | 6;
  readonly prefix: number;
}

const MAPPED = /^::ffff:(?=[\d.]+$)/i;
const MAPPED_BITS = 96;

/** Reads `203.0.113.7`, `10.0.0.0/8`, `2001:db8::/32`; null: no subnet, or all addresses of a family. */
export function subnetOf(text: string): Subnet | null {
  const [, written = '', bits] = /^([0-9a-f:.]+)(?:\/([1-9]\d{0,2}))?$/i.exec(text) ?? [];
  const isMapped = MAPPED.test(written) && isIP(written) === 6;
  const address = isMapped ? written.replace(MAPPED, '') : written.toLowerCase();
  const family = isIP(address);
  if (family !== 4 && family !== 6) return null;
  const most = family === 4 ? 32 : 128;
  const prefix = bits === undefined ? most : Number(bits) - (isMapped ? MAPPED_BITS : 0);
  return prefix >= 1 && prefix <= most ? { address, family, prefix } : null;
}

export function subnetText({ address, family, prefix }: Subnet): string {
  return prefix === (family === 4 ? 32 : 128) ? address : `${address}/${prefix}`;
}

/** The test takes an address in any form in which a proxy writes it; null: every address passes. */
export function addressTest(subnets: readonly string[] | null): (address: string | null) => boolean {
  if (subnets === null) return () => true;
  const list = new BlockList();
  for (const { address, family, prefix } of subnets.flatMap((text) => subnetOf(text) ?? [])) {
    list.addSubnet(address, prefix, `ipv${family}`);
  }
  return (address) => {
    const bare = bareAddress(address ?? '');
    const family = isIP(bare);
    return family !== 0 && list.check(bare, family === 4 ? 'ipv4' : 'ipv6');
  };
}
