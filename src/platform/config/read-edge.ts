import { isIP } from 'node:net';
import type { SettingsReader } from './reader.js';
import type { EdgeSettings, LimitSettings } from './settings.js';

/** What the service takes from the network: for how long, from how many connections, and whose word on addresses counts. */
export function edgeSettings(read: SettingsReader, auth: 'required' | 'none'): EdgeSettings {
  const requestTimeoutMs = read.integer('HTTP_REQUEST_TIMEOUT_MS', 20_000, 100, 10 * 60_000);
  const headersTimeoutMs = read.integer(
    'HTTP_HEADERS_TIMEOUT_MS',
    Math.min(10_000, requestTimeoutMs),
    100,
    10 * 60_000,
  );
  if (headersTimeoutMs > requestTimeoutMs) {
    read.problems.push(
      'HTTP_HEADERS_TIMEOUT_MS must not be more than HTTP_REQUEST_TIMEOUT_MS: headers are a part of a request',
    );
  }
  const connections = read.integer('HTTP_CONNECTIONS_PER_ADDRESS', 200, 0, 1_000_000);
  return {
    headersTimeoutMs,
    requestTimeoutMs,
    connectionsPerAddress: auth === 'none' ? 0 : connections,
    trustedProxies: trustedProxies(read),
  };
}

/** Requests a second. With `AUTH=none` everybody is one caller, and nobody is limited. */
export function limitSettings(read: SettingsReader, auth: 'required' | 'none'): LimitSettings {
  const rps = (name: string, fallback: number): number => {
    const value = read.integer(name, fallback, 0, 1_000_000);
    return auth === 'none' ? 0 : value;
  };
  return {
    addressRps: rps('RATE_LIMIT_ADDRESS_RPS', 100),
    callerRps: rps('RATE_LIMIT_CALLER_RPS', 50),
    keyRps: rps('RATE_LIMIT_KEY_RPS', 500),
  };
}

function trustedProxies(read: SettingsReader): readonly string[] {
  const entries = read.list('TRUSTED_PROXIES');
  if (!entries.every(isProxy)) {
    read.problems.push('TRUSTED_PROXIES must list addresses and subnets such as 10.0.0.0/8,fd00::/8, or loopback');
  }
  return entries;
}

/** A subnet of all addresses would believe anybody, so a prefix has at least one bit. */
function isProxy(entry: string): boolean {
  if (entry === 'loopback') return true;
  const [, address = '', prefix] = /^([0-9a-f:.]+)(?:\/([1-9]\d{0,2}))?$/i.exec(entry) ?? [];
  const bits = isIP(address) === 4 ? 32 : isIP(address) === 6 ? 128 : 0;
  return bits > 0 && Number(prefix ?? bits) <= bits;
}
