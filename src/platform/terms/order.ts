import { createHash } from 'node:crypto';

/** No `-r2` at the end, so that trade numbers of two orders never clash; no `export`: `/v1/admin/orders/export`. */
export const MERCHANT_ORDER_NO = /^(?!.*-[rR]\d+$)(?![eE][xX][pP][oO][rR][tT]$)[A-Za-z0-9][A-Za-z0-9._-]{0,43}$/;

/** The provider's number of the n-th trade: the order's own, then `<number>-r2`, ... */
export function tradeNumber(merchantOrderNo: string, n: number): string {
  return n === 1 ? merchantOrderNo : `${merchantOrderNo}-r${n}`;
}

/** Digits in the order of their codes, unlike those of {@link base32}. */
const SORTED = '23456789abcdefghijkmnpqrstuvwxyz';

/**
 * The time in milliseconds, then 85 of the random bits. New numbers stand together in each index: numbers without order
 * write a page of their own in each, which Postgres logs whole after a checkpoint.
 */
export function orderNumberOf(prefix: 'o' | 'i', ms: number, random: Uint8Array): string {
  const time = Array.from({ length: 9 }, (_, place) => SORTED.charAt(Math.floor(ms / 32 ** (8 - place)) % 32));
  return `${prefix}-${time.join('')}${base32(random).slice(0, 17)}`;
}

/** A repeat with the same seed finds its order. */
export function derivedOrderNumber(prefix: string, seed: readonly (string | null)[]): string {
  return `${prefix}-${base32(digestOf(seed)).slice(0, 26)}`;
}

export function digestOf(seed: readonly (string | null)[]): Buffer {
  return createHash('sha256').update(JSON.stringify(seed)).digest();
}

const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789';

/** Lower-case base 32 without look-alikes. */
export function base32(bytes: Uint8Array): string {
  let bits = 0;
  let buffer = 0;
  let text = '';
  for (const byte of bytes) {
    buffer = (buffer << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += ALPHABET.charAt((buffer >>> bits) & 31);
    }
    buffer &= (1 << bits) - 1;
  }
  return text;
}

/** What a provider's answer can map to. CREATING and REGISTERED mean that there was no answer yet. */
export const PROVIDER_STATUSES = {
  BUY: [
    'AWAITING_PAYMENT',
    'PAYMENT_FAILED',
    'PAID',
    'TRANSFERRING',
    'CANCELLED',
    'COMPLETED',
    'REFUNDED',
    'REJECTED',
    'EXPIRED',
  ],
  SELL: ['AWAITING_CRYPTO', 'CRYPTO_RECEIVED', 'PAYOUT_STARTED', 'COMPLETED', 'PAYOUT_FAILED', 'REFUNDED', 'EXPIRED'],
} as const;

/** The words of the contract. */
export const STATUS_BY_WORD: {
  readonly [S in keyof typeof PROVIDER_STATUSES]: ReadonlyMap<string, (typeof PROVIDER_STATUSES)[S][number]>;
} = {
  BUY: new Map([
    ['PENDING', 'AWAITING_PAYMENT'],
    ['PAY_FAIL', 'PAYMENT_FAILED'],
    ['PAY_SUCCESS', 'PAID'],
    ['TRANSFER', 'TRANSFERRING'],
    ['CANCEL', 'CANCELLED'],
    ['FINISHED', 'COMPLETED'],
  ]),
  SELL: new Map([
    ['1', 'AWAITING_CRYPTO'],
    ['2', 'CRYPTO_RECEIVED'],
    ['3', 'PAYOUT_STARTED'],
    ['4', 'COMPLETED'],
    ['5', 'PAYOUT_FAILED'],
    ['6', 'REFUNDED'],
    ['7', 'EXPIRED'],
  ]),
};

/** Format of a client secret: the id of its service key, and an HMAC. */
export const CLIENT_SECRET = /^cs_([A-Za-z0-9]{1,16})_([A-Za-z0-9_-]{43})$/;
