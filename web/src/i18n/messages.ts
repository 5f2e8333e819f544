import type checkout from '../../locales/en/checkout.json';
import type common from '../../locales/en/common.json';
import type order from '../../locales/en/order.json';
import type { Language } from './languages.js';

/** Names of all texts; English has every one of them. */
export type MessageKey = keyof typeof common | keyof typeof checkout | keyof typeof order;
export type Messages = Readonly<Partial<Record<MessageKey, string>>>;
/** The files of a language: what all pages say, and what one of them does. */
export type Chapter = 'common' | 'checkout' | 'order';

type File = { readonly default: Messages };

const FILES = import.meta.glob<File>('../../locales/*/*.json');

/** The texts of some chapters in one language. Throws when a file cannot be loaded. */
export async function loadMessages(language: Language, chapters: readonly Chapter[]): Promise<Messages> {
  const files = await Promise.all(chapters.map((chapter) => load(`../../locales/${language}/${chapter}.json`)));
  return Object.assign({}, ...files) as Messages;
}

async function load(path: string): Promise<Messages> {
  const file = FILES[path];
  if (file === undefined) throw new Error(`there is no ${path}`);
  return (await file()).default;
}

/** The text with `{name}` replaced by the value of that name; a name without a value stays, so that it is noticed. */
export function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}
