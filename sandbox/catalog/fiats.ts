import type { Behaviour } from '../switches/behaviour.js';
import { refusals } from '../wire/refusal.js';

export interface Fiat {
  readonly code: string;
  /** Digits after the decimal point, as ISO 4217 has them. */
  readonly decimals: number;
  /** How much of it one US dollar buys. Never moves, so that every figure can be foretold. */
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

/** A currency for which the application has no commission configured, such as XTS, is refused with 3100. */
export function fiatOf(code: string, { fiatDecimals }: Pick<Behaviour, 'fiatDecimals'>): Fiat {
  const fiat = FIATS.get(code);
  if (fiat === undefined) throw refusals.commission();
  return { ...fiat, decimals: Number(fiatDecimals[code] ?? fiat.decimals) };
}

export function allFiats(): readonly Fiat[] {
  return [...FIATS.values()];
}
