import type { LinkTerms } from '#src/platform/terms/terms.js';
import { COUNTRIES } from '#src/platform/terms/countries.js';
import { guessCountry, guessFiat } from '#src/platform/terms/guesses.js';
import type { Draft } from '../../net/draft.js';
import type { LinkWish } from './link.js';
import type { PairName } from './pairs.js';

export type Entry = Draft;

export interface Beginning {
  readonly wish: LinkWish;
  /** The shop's terms override everything. */
  readonly terms: LinkTerms;
  /** The input before a reload of this tab; overrides the link. */
  readonly draft: Partial<Entry> | null;
  /** Choices from earlier visits in this browser. */
  readonly choice: Partial<Pick<Entry, 'fiat' | 'pair' | 'country'>>;
  readonly languages: readonly string[];
  readonly fiats: readonly string[];
  readonly countries: readonly string[];
}

/** Territories where nobody lives, or only staff and visitors. */
const UNINHABITED: ReadonlySet<string> = new Set(['AQ', 'BV', 'GS', 'HM', 'IO', 'TF', 'UM']);

/** The countries to choose from; null: the operator allows all. */
export function offeredCountries(countries: readonly string[] | null): readonly string[] {
  return countries ?? COUNTRIES.filter((code) => !UNINHABITED.has(code));
}

/** The initial input, by priority: the shop's terms, this tab's draft, the link, earlier choices, a guess. */
export function firstEntry({ terms, ...beginning }: Beginning): Entry {
  const { fiat, amount, country, payWayCode, address, memo } = terms;
  return {
    ...openEntry(beginning),
    ...(fiat === undefined ? {} : { fiat }),
    ...(amount === undefined ? {} : { amountText: amount, isAmountSuggested: false }),
    ...(country === undefined ? {} : { country }),
    ...(payWayCode === undefined ? {} : { payWayCode }),
    ...(address === undefined ? {} : { address, memo: memo ?? '' }),
  };
}

function openEntry({ wish, draft, choice, languages, fiats, countries }: Omit<Beginning, 'terms'>): Entry {
  const offered = (list: readonly string[], value: unknown): value is string =>
    typeof value === 'string' && list.includes(value);
  const country =
    wish.country ??
    (offered(countries, choice.country) ? choice.country : null) ??
    guessCountry(languages, countries) ??
    '';
  const fiat = wish.fiat ?? (offered(fiats, choice.fiat) ? choice.fiat : null) ?? guessFiat(country, fiats) ?? '';
  const begun: Entry = {
    fiat,
    amountText: wish.amount ?? '',
    isAmountSuggested: wish.amount === null,
    pair: wish.crypto === null ? pairOf(choice.pair) : null,
    country,
    payWayCode: wish.payWayCode,
    address: '',
    memo: '',
  };
  if (draft === null) return begun;
  const kept = keptFields(draft);
  return {
    ...begun,
    ...kept,
    fiat: offered(fiats, kept.fiat) ? kept.fiat : begun.fiat,
    country: offered(countries, kept.country) ? kept.country : begun.country,
  };
}

/** Another version of this page may have stored another format. */
function keptFields(draft: Partial<Entry>): Partial<Entry> {
  const { pair, payWayCode, isAmountSuggested } = draft;
  const texts = ['fiat', 'amountText', 'country', 'address', 'memo'] as const;
  return {
    ...Object.fromEntries(texts.filter((name) => typeof draft[name] === 'string').map((name) => [name, draft[name]])),
    pair: pairOf(pair),
    payWayCode: typeof payWayCode === 'string' ? payWayCode : null,
    isAmountSuggested: isAmountSuggested === true,
  };
}

function pairOf(pair: unknown): PairName | null {
  if (typeof pair !== 'object' || pair === null) return null;
  const { crypto, network } = pair as Record<string, unknown>;
  return typeof crypto === 'string' && typeof network === 'string' ? { crypto, network } : null;
}
