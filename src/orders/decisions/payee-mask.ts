import type { Payee } from '../../ramp/port/ramp.types.js';

/** Each field of a payee as it may be shown: recognisable for whom it belongs to, and of no use to others. */
export function maskPayee({ name, account, card, email }: Payee): Payee {
  return { name: masked(name, initials), account: masked(account), card: masked(card), email: masked(email) };
}

/** One field's text as it may be shown; see {@link maskPayee}. */
export function maskPayeeField(field: keyof Payee, text: string): string {
  return field === 'name' ? initials(text) : ends(text);
}

const masked = (text: string | null, mask = ends): string | null => (text === null ? null : mask(text));

/** `Jane van Doe` becomes `J*** v*** D***`. */
function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  return words.map((word) => `${[...word].slice(0, 1).join('')}***`).join(' ');
}

const LONGEST_END = 4;

/** The last four characters, of a short text fewer; of an e-mail address its first letter and its domain. */
function ends(text: string): string {
  const at = text.lastIndexOf('@');
  if (at >= 0) return `${[...text.slice(0, at).trim()].slice(0, 1).join('')}***@${text.slice(at + 1)}`;
  const characters = [...text];
  const shown = Math.min(LONGEST_END, Math.floor(characters.length / 2));
  return `****${characters.slice(characters.length - shown).join('')}`;
}
