import { countryFault } from '../../../src/platform/terms/countries.js';
import { isPositiveDecimal } from '../../../src/platform/terms/decimal.js';
import type { CryptoPair } from '../../../src/ramp/port/ramp.types.js';
import { CommandError, TEXT } from '../../../src/cli/lib/program.js';

/** The terms of a trial quote; null: the first that the crypto list offers. */
export interface Wishes {
  readonly fiat: string;
  readonly country: string;
  readonly crypto: string | null;
  readonly network: string | null;
  readonly amount: string | null;
}

export const WISH_OPTIONS = { fiat: TEXT, country: TEXT, crypto: TEXT, network: TEXT, amount: TEXT };

/** Throws {@link CommandError}. */
export function wishesOf(values: Readonly<Partial<Record<keyof Wishes, string | undefined>>>): Wishes {
  const { fiat = 'USD', country = 'US', crypto = null, network = null, amount = null } = values;
  if (!/^[A-Z]{3}$/i.test(fiat)) throw new CommandError('--fiat must be a code such as USD');
  const fault = countryFault(country.toUpperCase());
  if (fault !== null) throw new CommandError(`--country ${fault}`);
  if (amount !== null && !isPositiveDecimal(amount))
    throw new CommandError('--amount must be a decimal such as 100.00');
  return { fiat: fiat.toUpperCase(), country: country.toUpperCase(), crypto, network, amount };
}

export const isWanted = ({ crypto, network }: CryptoPair, wishes: Wishes): boolean =>
  [null, crypto].includes(wishes.crypto) && [null, network].includes(wishes.network);
