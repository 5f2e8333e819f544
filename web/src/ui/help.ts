import type { Language } from '../i18n/languages.js';
import { numberInPath } from '../order/order-number.js';
import { facts } from '../page-facts.js';

type Topic = keyof typeof facts.help;

/** The shop's page about a topic in this language, and about the order that the page shows; null: it has none. */
export function helpAddress(topic: Topic, language: Language): string | null {
  const values = { lang: language, merchantOrderNo: numberInPath(location.pathname).number ?? '' };
  return (
    facts.help[topic]?.replaceAll(/\{(lang|merchantOrderNo)\}/g, (_, name: keyof typeof values) =>
      encodeURIComponent(values[name]),
    ) ?? null
  );
}
