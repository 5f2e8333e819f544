import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { keepSending } from './load.mjs';
import { newCheckout } from './requests.mjs';
import { median } from './table.mjs';

const BLOCKS = 120;
const BEGINNING_MS = 1000;

/** Guests come through a trusted proxy, under the default limits. */
export const FLOODED = {
  ROLES: 'api',
  AUTH_GUESTS: 'true',
  TRUSTED_PROXIES: 'loopback',
  RATE_LIMIT_ADDRESS_RPS: '100',
};

/**
 * How many times longer the merchant's own checkouts take while guests from 120 address blocks each send one checkout
 * after the other.
 * @param {import('./load.mjs').Load} load
 * @returns {Promise<Record<string, number>>}
 */
export async function floodOfGuests(load) {
  const server = { ...load, connections: 1 };
  await keepSending(server);
  const calm = await keepSending(server);
  const guests = Array.from({ length: BLOCKS }, (_, block) =>
    keepSending({
      ...{ url: load.url, connections: 1, seconds: load.seconds + (2 * BEGINNING_MS) / 1000, next: guestsCheckout },
      headers: { 'x-forwarded-for': `10.0.${block}.1` },
    }),
  );
  await sleep(BEGINNING_MS);
  const beside = await keepSending(server);
  await Promise.all(guests);
  return {
    'times as long beside a flood of guests': median(beside.latencies) / median(calm.latencies),
    failures: calm.failures + beside.failures,
  };
}

/** @returns {import('./load.mjs').RequestSpec} */
function guestsCheckout() {
  const { body = '', ...request } = newCheckout();
  const { merchantOrderNo: _, ...terms } = JSON.parse(body);
  return { ...request, body: JSON.stringify(terms), headers: { 'idempotency-key': randomUUID() } };
}
