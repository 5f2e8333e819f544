import type { LinkTerms } from '#src/platform/shared/checkout-link.js';
import { COUNTRIES } from '#src/platform/shared/countries.js';
import { guessCountry, guessFiat } from './countries.js';
import type { LinkWish } from './link.js';
import type { PairName } from './pairs.js';

/** What the visitor entered so far, as it stands in the fields. */
export interface Entry {
  readonly fiat: string;
  /** As typed. */
  readonly amountText: string;
  /** The page filled it in, and may replace it when the currency changes. */
  readonly isAmountSuggested: boolean;
  /** null: not chosen; the first one for sale is taken. */
  readonly pair: PairName | null;
  /** Empty: not known. */
  readonly country: string;
  readonly payWayCode: string | null;
  readonly address: string;
  readonly memo: string;
}

export interface Beginning {
  readonly wish: LinkWish;
  /** What the shop has set goes before all. */
  readonly terms: LinkTerms;
  /** What stood here before this tab was reloaded; it goes before the link. */
  readonly draft: Partial<Entry> | null;
  /** What was chosen in this browser before. */
  readonly choice: Partial<Pick<Entry, 'fiat' | 'pair' | 'country'>>;
  readonly languages: readonly string[];
  readonly fiats: readonly string[];
  readonly countries: readonly string[];
}

/** Countries to choose from; null: the operator left the choice open. */
export function offeredCountries(countries: readonly string[] | null): readonly string[] {
  return countries ?? COUNTRIES;
}

/** What the fields begin with: what the shop has set, what this tab had, else the link, else what was chosen last, else a guess. */
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

/** What another version of this page kept may have another form. */
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
