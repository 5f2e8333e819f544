import { filledAddress } from '#src/platform/text/urls.js';
import type { Language } from '../i18n/languages.js';
import { isOrderPath, numberInPath } from '../order-number.js';
import { facts } from '../page-facts.js';

/** A page of the shop: about a topic, or its own (`shop`). */
export type HelpTopic = keyof typeof facts.help | 'shop';

/** The shop's page in this language, and about the order that this page shows; null: the shop has none. */
export function helpAddress(topic: HelpTopic, language: Language): string | null {
  const address = topic === 'shop' ? facts.brand.url : facts.help[topic];
  const { pathname } = location;
  const number = isOrderPath(pathname) ? numberInPath(pathname).number : null;
  return address === null ? null : filledAddress(address, { lang: language, merchantOrderNo: number ?? '' });
}
