import type checkout from '../../locales/en/checkout.json';
import type common from '../../locales/en/common.json';
import type staff from '../../locales/en/console.json';
import type order from '../../locales/en/order.json';
import { LANGUAGES } from './languages.js';
import type { Language } from './languages.js';

/** Keys of all texts; English is complete. */
export type MessageKey = keyof typeof common | keyof typeof checkout | keyof typeof order | keyof typeof staff;
export type Messages = Readonly<Partial<Record<MessageKey, string>>>;
/** The text of a key in the page's language, with its values. */
export type Translate = (key: MessageKey, values?: Readonly<Record<string, string | number>>) => string;
/** Files of a language: texts of all pages, and of each page. */
export type Chapter = 'common' | 'checkout' | 'order' | 'console';

const ALL = Object.keys(LANGUAGES) as readonly Language[];

/** The languages that have a chapter, in the order of the menu. */
export const LANGUAGES_OF: Readonly<Record<Chapter, readonly Language[]>> = {
  common: ALL,
  checkout: ALL,
  order: ALL,
  console: ['en', 'ar'],
};

/** The languages that have all of these chapters. */
export const languagesOf = (chapters: readonly Chapter[]): readonly Language[] =>
  ALL.filter((language) => chapters.every((chapter) => LANGUAGES_OF[chapter].includes(language)));

type File = { readonly default: Messages };

const FILES = import.meta.glob<File>('../../locales/*/*.json');

/** Texts of some chapters in one language. Throws if a file can't be loaded. */
export async function loadMessages(language: Language, chapters: readonly Chapter[]): Promise<Messages> {
  const files = await Promise.all(chapters.map((chapter) => load(`../../locales/${language}/${chapter}.json`)));
  return Object.assign({}, ...files) as Messages;
}

async function load(path: string): Promise<Messages> {
  const file = FILES[path];
  if (file === undefined) throw new Error(`there is no ${path}`);
  return (await file()).default;
}

/** Replaces `{name}` by the value of that name; a name without a value stays visible. */
export function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}
