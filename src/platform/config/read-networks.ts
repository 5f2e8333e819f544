import { ADDRESS_FAMILIES, canonicalNetwork } from '../addresses/networks.js';
import type { AddressFamily, NetworkSettings } from '../addresses/networks.js';
import type { SettingsReader } from './reader.js';

const ENTRY = /^([^=]{1,64})=([a-z_]+)$/;

/** The address family of each network, and the networks that require a memo. */
export function networkSettings(read: SettingsReader): NetworkSettings {
  return { families: families(read), memoRequired: memoRequired(read) };
}

function families(read: SettingsReader): ReadonlyMap<string, AddressFamily | null> {
  const map = new Map<string, AddressFamily | null>();
  for (const entry of read.list('RAMP_NETWORK_FAMILIES')) {
    const [, network, word] = ENTRY.exec(entry) ?? [];
    const family = ADDRESS_FAMILIES.find((candidate) => candidate === word) ?? null;
    if (network === undefined || (family === null && word !== 'none')) {
      const words = [...ADDRESS_FAMILIES, 'none'].join(', ');
      read.problems.push(`RAMP_NETWORK_FAMILIES must be a list such as CRONOS=evm; families are ${words}`);
    } else map.set(canonicalNetwork(network.trim()), family);
  }
  return map;
}

function memoRequired(read: SettingsReader): readonly string[] {
  const names = read.list('RAMP_MEMO_REQUIRED');
  if (names.length === 1 && names[0] === 'none') return [];
  if (names.some((name) => !/^[!#-&(-:<-~]{1,64}$/.test(name) || name === 'none')) {
    read.problems.push('RAMP_MEMO_REQUIRED must be a list of networks such as BNB,XLM, or none');
  }
  return names.map(canonicalNetwork);
}
