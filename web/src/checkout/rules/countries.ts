/** ISO 3166-1, two letters. */
export const COUNTRIES: readonly string[] = (
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD ' +
  'CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF ' +
  'GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN ' +
  'KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA ' +
  'NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI ' +
  'SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI ' +
  'VN VU WF WS YE YT ZA ZM ZW'
).split(' ');

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
 * The country to begin with: one that the visitor's languages name (`de-AT`), else the one where most people speak the first
 * of them; null: none of `offered`, and the visitor has to say.
 */
export function guessCountry(languages: readonly string[], offered: readonly string[]): string | null {
  const [only] = offered;
  if (only !== undefined && offered.length === 1) return only;
  const locales = languages.flatMap((tag) => localeOf(tag) ?? []);
  const guesses = [...locales.map(({ region }) => region), locales[0]?.maximize().region];
  return guesses.find((guess) => guess !== undefined && offered.includes(guess)) ?? null;
}

/** The currency to begin with; null: nothing is offered. */
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
