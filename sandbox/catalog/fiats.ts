import type { Behaviour } from '../switches/behaviour.js';
import { refusals } from '../wire/refusal.js';

export interface Fiat {
  readonly code: string;
  /** Decimals as in ISO 4217. */
  readonly decimals: number;
  /** Price of one US dollar. Constant, so that tests can predict every figure. */
  readonly perUsd: string;
}

const FIATS: ReadonlyMap<string, Fiat> = new Map(
  (
    [
      ['USD', 2, '1'],
      ['EUR', 2, '0.9'],
      ['GBP', 2, '0.8'],
      ['CHF', 2, '0.9'],
      ['AUD', 2, '1.5'],
      ['CAD', 2, '1.35'],
      ['SGD', 2, '1.35'],
      ['BRL', 2, '5.5'],
      ['MXN', 2, '18'],
      ['TRY', 2, '34'],
      ['INR', 2, '84'],
      ['COP', 2, '4100'],
      ['HUF', 2, '360'],
      ['IDR', 2, '16000'],
      ['CLP', 0, '950'],
      ['JPY', 0, '150'],
      ['KRW', 0, '1350'],
      ['VND', 0, '25000'],
      ['KWD', 3, '0.3'],
    ] as const
  ).map(([code, decimals, perUsd]) => [code, { code, decimals, perUsd }]),
);

/** Refuses with 3100 a currency without a commission, such as XTS. */
export function fiatOf(code: string, { fiatDecimals }: Pick<Behaviour, 'fiatDecimals'>): Fiat {
  const fiat = FIATS.get(code);
  if (fiat === undefined) throw refusals.commission();
  return { ...fiat, decimals: Number(fiatDecimals[code] ?? fiat.decimals) };
}

export function allFiats(): readonly Fiat[] {
  return [...FIATS.values()];
}
