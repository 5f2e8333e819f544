const EURO = new Set('AD AT BE BG CY DE EE ES FI FR GR HR IE IT LT LU LV MC ME MT NL PT SI SK SM VA'.split(' '));
const CURRENCIES: ReadonlyMap<string, string> = new Map(
  [
    'AU AUD',
    'BR BRL',
    'CA CAD',
    'CH CHF',
    'CL CLP',
    'CO COP',
    'GB GBP',
    'HK HKD',
    'ID IDR',
    'IN INR',
    'JP JPY',
    'KR KRW',
  ]
    .concat(['LI CHF', 'MX MXN', 'PH PHP', 'PL PLN', 'SG SGD', 'TH THB', 'TR TRY', 'US USD', 'VN VND', 'ZA ZAR'])
    .map((row) => [row.slice(0, 2), row.slice(3)]),
);

/**
 * The initial country: one named by the visitor's languages (`de-AT`), else the most populous for the first language;
 * null: none of `offered`, so the visitor must choose.
 */
export function guessCountry(languages: readonly string[], offered: readonly string[]): string | null {
  const [only] = offered;
  if (only !== undefined && offered.length === 1) return only;
  const locales = languages.flatMap((tag) => localeOf(tag) ?? []);
  const guesses = [...locales.map(({ region }) => region), locales[0]?.maximize().region];
  return guesses.find((guess) => guess !== undefined && offered.includes(guess)) ?? null;
}

/** The initial currency; null: nothing is offered. */
export function guessFiat(country: string | null, offered: readonly string[]): string | null {
  const own = country === null ? undefined : EURO.has(country) ? 'EUR' : CURRENCIES.get(country);
  return [own, 'USD', 'EUR'].find((fiat) => fiat !== undefined && offered.includes(fiat)) ?? offered[0] ?? null;
}

function localeOf(tag: string): Intl.Locale | null {
  try {
    return new Intl.Locale(tag);
  } catch {
    return null;
  }
}
