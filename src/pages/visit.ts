import type { Request } from 'express';
import { MERCHANT_ORDER_NO } from '../platform/terms/order.js';
import { NEEDS_SCRIPTS } from './page-shell.js';
import type { Visit } from './page-shell.js';

/** A browser sends a few; a header could hold thousands. */
const MOST_LANGUAGES = 10;
const LANGUAGES = Object.keys(NEEDS_SCRIPTS);

/** By `lang` in the address or else by the browser; the page's script also knows the visitor's last choice. */
export function visitOf(request: Request): Visit {
  // Not by a pipe, which would refuse odd numbers: the page says that there is no such order.
  const { merchantOrderNo: number = '' } = request.params;
  const chosen = LANGUAGES.find((language) => language === request.query['lang']);
  return {
    language: chosen ?? (request.acceptsLanguages(LANGUAGES) || 'en'),
    number: typeof number === 'string' && MERCHANT_ORDER_NO.test(number) ? number : null,
    languages: request.acceptsLanguages().slice(0, MOST_LANGUAGES),
    fiat: request.query['fiat'],
    country: request.query['country'],
  };
}
