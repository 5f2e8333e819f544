import { canonicalNetwork } from './addresses/networks.js';
import { canonicalCountry } from './countries.js';

const canonicalWord = (text: string): string => text.trim().toUpperCase();

/** Terms that can be written in several ways, each with its one canonical form; addresses and memos need their network. */
const FORMS: ReadonlyMap<string, (text: string) => string> = new Map([
  ...['side', 'fiat', 'crypto', 'payWayCode'].map((field) => [field, canonicalWord] as const),
  ['network', canonicalNetwork],
  ['country', canonicalCountry],
]);

/** Do two texts say the same of a term? Terms without a canonical form are compared letter by letter. */
export function sameTerm(field: string, one: string | null, other: string | null): boolean {
  const form = FORMS.get(field);
  return one === other || (one !== null && other !== null && form !== undefined && form(one) === form(other));
}
