import { canonicalNetwork } from './addresses/networks.js';
import { canonicalCountry } from './countries.js';
import { TERM_NAMES, termOf } from './order-terms.js';
import type { TermForm } from './order-terms.js';

const canonicalWord = (text: string): string => text.trim().toUpperCase();

type Canonical = (text: string) => string;

/** Forms that can be written in several ways; addresses and memos need their network. */
const BY_FORM: Partial<Readonly<Record<TermForm, Canonical>>> = {
  fiat: canonicalWord,
  name: canonicalWord,
  network: canonicalNetwork,
  country: canonicalCountry,
};

const FORMS: ReadonlyMap<string, Canonical | undefined> = new Map([
  ['side', canonicalWord] as const,
  ...TERM_NAMES.map((name) => [name, BY_FORM[termOf(name).form]] as const),
]);

/** Do two texts say the same of a term? Terms without a canonical form are compared letter by letter. */
export function sameTerm(field: string, one: string | null, other: string | null): boolean {
  const form = FORMS.get(field);
  return one === other || (one !== null && other !== null && form !== undefined && form(one) === form(other));
}
