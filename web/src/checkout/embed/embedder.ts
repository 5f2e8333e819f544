import type { EmbedMessage } from '#client/src/index.js';
import { facts } from '../../page-facts.js';

/** In a frame; `frame-ancestors` lets only listed origins frame the page. */
export const isFramed = window.parent !== window;

/** The window that shows this page in a frame, or opened it as a pop-up to learn of the order; null: neither. */
const shop = isFramed ? window.parent : facts.embedder === null ? null : (window.opener as Window | null);

export const isEmbedded = shop !== null;

type News<Message = EmbedMessage> = Message extends unknown ? Omit<Message, 'source'> : never;

/** The browser delivers it only to a page of the named origin: it may hold the order's secret. */
export function tellShop(news: News): void {
  if (facts.embedder !== null) shop?.postMessage({ source: 'ramp-checkout', ...news }, facts.embedder);
}
