import type { Dice } from '../kernel/dice.js';

export type Content = Readonly<Record<string, unknown>> & {
  readonly amount: string;
  readonly address: string;
  /** The price that the customer was shown. */
  readonly quote?: { readonly cryptoQuantity: string; readonly tolerancePercent: string };
};

const COINS = [
  ['USDT', 'ETH'],
  ['USDT', 'BSC'],
  ['ETH', 'ETH'],
  ['EOS', 'EOS'],
] as const;

/** Addresses are random, so that each shows which order it belongs to. */
const newAddress = (dice: Dice, network: unknown): string =>
  network === 'EOS'
    ? Array.from({ length: 12 }, () => dice.pick([...'abcdefghijklmnopqrstuvwxyz12345'])).join('')
    : `0x${dice.bytes(20).toString('hex')}`;

/** A valid purchase. */
export function content(dice: Dice, n: number): Content {
  const fiat = dice.pick(['USD', 'USD', 'EUR', 'JPY']);
  const [crypto, network] = dice.pick(COINS);
  return {
    fiat,
    crypto,
    network,
    payWayCode: '10001',
    country: dice.pick(['US', 'DE']),
    amount: fiat === 'JPY' ? `${dice.int(5000, 50_000)}` : `${dice.int(50, 500)}${dice.pick(['', '.5', '.25'])}`,
    address: newAddress(dice, network),
    ...(network === 'EOS' ? { memo: `${dice.int(1, 1e9)}` } : {}),
    ...(dice.chance(0.3) ? { redirectUrl: `https://shop.example/back?basket=${basketOf(n)}` } : {}),
  };
}

/** What only servers may send. */
export const serverFields = (n: number) => ({
  customer: { id: customerOf(n), email: `${customerOf(n)}@mail.example` },
  metadata: { basket: basketOf(n) },
});

export const basketOf = (n: number): string => `basket-${n}-of-simulation`;

/** Two orders each have the same customer. */
export const customerOf = (n: number): string => `customer-${Math.floor(n / 2)}-of-simulation`;

export const otherContent = (dice: Dice, body: Content): Content => ({
  ...body,
  ...dice.pick([{ amount: `${Number.parseInt(body.amount, 10) + 1}` }, { address: newAddress(dice, body['network']) }]),
});

/** With one mistake, which the service refuses before it makes anything. */
export const spoilt = (dice: Dice, body: Content): Content => ({
  ...body,
  ...dice.pick<Readonly<Record<string, unknown>>>([
    { amount: '100.000' },
    { amount: '1' },
    { amount: '-5' },
    { address: body.address.slice(0, -1) },
    { address: '' },
    { crypto: 'NOCOIN' },
    { network: 'BNB' },
    { redirectUrl: 'https://elsewhere.example/' },
    { unknownField: true },
  ]),
});
