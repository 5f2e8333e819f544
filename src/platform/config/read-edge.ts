import { challengeSettings } from './read-challenge.js';
import { subnetOf } from './subnets.js';
import type { SettingsReader } from './reader.js';
import { SETTINGS } from './settings-table.js';

/** Timeouts, connection limits and trusted proxies. */
export function edgeSettings(read: SettingsReader, auth: 'required' | 'none') {
  const requestTimeoutMs = read.integer('HTTP_REQUEST_TIMEOUT_MS');
  const usual = SETTINGS.HTTP_HEADERS_TIMEOUT_MS.default;
  const headersTimeoutMs = read.integer('HTTP_HEADERS_TIMEOUT_MS', Math.min(usual, requestTimeoutMs));
  if (headersTimeoutMs > requestTimeoutMs) {
    read.problems.push(
      'HTTP_HEADERS_TIMEOUT_MS must not be more than HTTP_REQUEST_TIMEOUT_MS: headers are a part of a request',
    );
  }
  const connections = read.integer('HTTP_CONNECTIONS_PER_ADDRESS');
  return {
    headersTimeoutMs,
    requestTimeoutMs,
    connectionsPerAddress: auth === 'none' ? 0 : connections,
    connectionsPerKey: read.integer('HTTP_CONNECTIONS_PER_KEY'),
    trustedProxies: trustedProxies(read),
  };
}

/** Requests a second. With `AUTH=none` all callers are one, so nothing is limited. */
export function limitSettings(read: SettingsReader, auth: 'required' | 'none') {
  const limits = {
    addressRps: read.integer('RATE_LIMIT_ADDRESS_RPS'),
    callerRps: read.integer('RATE_LIMIT_CALLER_RPS'),
    keyRps: read.integer('RATE_LIMIT_KEY_RPS'),
    guestsRpm: read.integer('GUEST_CHECKOUTS_PER_MINUTE'),
    guestBlockRpm: read.integer('GUEST_CHECKOUTS_PER_MINUTE_OF_BLOCK'),
  };
  for (const name of ['GUEST_CHECKOUTS_PER_MINUTE', 'GUEST_UNPAID_ORDERS'] as const) {
    const [all, block] = [read.given(name), read.given(`${name}_OF_BLOCK`)].map(Number);
    if (all && block && block > all) {
      read.problems.push(`${name}_OF_BLOCK must not be more than ${name}: a block is a part of all`);
    }
  }
  return auth === 'none' ? { addressRps: 0, callerRps: 0, keyRps: 0, guestsRpm: 0, guestBlockRpm: 0 } : limits;
}

/** `mayCome`: true if guests are accepted. With `AUTH=none` nobody is. */
export function guestSettings(read: SettingsReader, mayCome: boolean) {
  const challenge = challengeSettings(read);
  return {
    challenge: mayCome ? challenge : null,
    unpaidOrders: read.integer('GUEST_UNPAID_ORDERS'),
    unpaidOrdersOfBlock: read.integer('GUEST_UNPAID_ORDERS_OF_BLOCK'),
  };
}

function trustedProxies(read: SettingsReader): readonly string[] {
  const entries = read.list('TRUSTED_PROXIES');
  if (!entries.every((entry) => entry === 'loopback' || subnetOf(entry) !== null)) {
    read.problems.push('TRUSTED_PROXIES must list addresses and subnets such as 10.0.0.0/8,fd00::/8, or loopback');
  }
  return entries;
}
