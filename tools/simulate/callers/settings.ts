import { DAY, HOUR, MINUTE } from '../../../src/platform/time/time.js';
import type { Dice } from '../kernel/dice.js';

/** The environment of every replica of a run. Times and limits differ by seed. */
export function settingsOf(dice: Dice): Record<string, string> {
  const pick = (...values: readonly number[]): string => String(dice.pick(values));
  return {
    // Never dialled.
    DATABASE_URL: 'postgres://service@127.0.0.1/simulated',
    PUBLIC_URL: 'https://pay.shop.example',
    REDIRECT_ORIGINS: 'https://shop.example',
    AUTH: 'required',
    AUTH_GUESTS: 'true',
    SERVICE_KEY: serviceKeys(dice, 0),
    RAMP_BASE_URL: 'https://ramp.example',
    RAMP_APP_ID: 'simulated-app',
    RAMP_APP_SECRET: dice.fork('app secret').bytes(24).toString('hex'),
    RAMP_ACCESS_TOKEN: dice.fork('access token').bytes(24).toString('hex'),
    RAMP_NOT_FOUND: 'null',
    RAMP_MAX_RPS: pick(5, 15, 100),
    RAMP_FORGETS_UNPAID_AFTER_MS: String(3 * DAY),
    CHECKOUT_PATIENCE_MS: pick(MINUTE, 10 * MINUTE),
    ORDER_EXPIRY_MS: pick(HOUR, 6 * HOUR, DAY),
    PAY_URL_TTL_MS: pick(15 * MINUTE, HOUR),
    ORDER_MAX_TRADES: pick(3, 6, 20),
    WATCH_CLOSED_MS: pick(7 * DAY, 30 * DAY),
    LOG_LEVEL: 'info',
    // Their files would be read at each start.
    PAGES: 'false',
    ...Object.fromEntries(LIMITS.map((name) => [name, '0'])),
  };
}

/** Off, because all callers share one address. */
const LIMITS = [
  'RATE_LIMIT_ADDRESS_RPS',
  'RATE_LIMIT_CALLER_RPS',
  'RATE_LIMIT_KEY_RPS',
  'REVEALS_PER_HOUR',
  'GUEST_CHECKOUTS_PER_MINUTE',
  'GUEST_UNPAID_ORDERS',
];

/**
 * `SERVICE_KEY` after this many steps of rotations. Two steps make one rotation: the new key goes to the end of the list,
 * and once every replica has it, to the beginning.
 */
export function serviceKeys(dice: Dice, step: number): string {
  const newest = 1 + Math.floor(step / 2);
  const older = Array.from({ length: newest }, (_, at) => newest - at);
  const ids = step % 2 === 0 ? older : [...older, newest + 1];
  return ids.map((id) => `${id}:${dice.fork(`service key ${id}`).bytes(32).toString('base64')}`).join(',');
}
