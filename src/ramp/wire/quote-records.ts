import type { QuoteFailure, Quotes } from '../port/ramp.errors.js';
import type { RefusalReason } from '../port/refusal-table.js';
import { QUOTE_AMOUNTS } from '../port/ramp.types.js';
import type { Quote, QuoteRequest } from '../port/ramp.types.js';
import { sameTerm } from '../../platform/terms/terms.js';
import { isPositiveDecimal } from '../../platform/terms/decimal.js';
import { refusalByCode, readRefusalMessage } from './refusals.js';
import type { MerchantsCodes, RefusalMessage } from './refusals.js';
import { WireFields } from './wire-fields.js';
import { isWireList, isWireRecord, member } from './wire.js';
import type { ReadResult, WireRecord, WireValue } from './wire.js';

interface RefusalReader {
  readonly mask: (words: RefusalMessage) => RefusalMessage;
  readonly codes: MerchantsCodes;
}

/**
 * One record, or a list for BUY with type ALL; both forms are accepted, since they cannot be confused. An entry without
 * a price becomes a failure. If none has a price and one means "not now", the whole answer does.
 */
export function readQuotes(
  data: WireValue,
  request: QuoteRequest,
  how: RefusalReader,
): ReadResult<Quotes> | RefusalMessage {
  if (!isWireList(data) && !isWireRecord(data)) return { problem: 'a quote is not an object' };
  const entries: readonly WireValue[] = isWireList(data) ? data : [data];
  const quotes: Quote[] = [];
  const failures: QuoteFailure[] = [];
  for (const entry of entries) {
    const read = readEntry(entry, request, how);
    if ('refusal' in read) failures.push(read);
    else quotes.push(read);
  }
  const notNow = failures.find(({ refusal }) => refusal?.reason === 'rate_limited')?.refusal;
  if (notNow && quotes.length === 0) return notNow;
  const isUnreadable = entries.length > 0 && quotes.length === 0 && failures.every(({ refusal }) => refusal === null);
  return isUnreadable ? { problem: 'no quote can be read' } : { value: { quotes, failures } };
}

function readEntry(entry: WireValue, request: QuoteRequest, how: RefusalReader): Quote | QuoteFailure {
  if (!isWireRecord(entry)) return { payWayCode: null, refusal: null };
  const fields = new WireFields(entry);
  const refusal = readRefusal(entry, how);
  const quote = readQuote(fields, request);
  const isGood = member(entry, 'success') !== false && refusal === null && isPrice(quote, fields, request);
  return isGood ? quote : { payWayCode: quote.payWayCode, refusal };
}

/** An unusable method is an envelope's refusal in place of a record (assumption). */
function readRefusal(entry: WireRecord, { mask, codes }: RefusalReader): QuoteFailure['refusal'] {
  const words = readRefusalMessage(entry);
  return words === null ? null : { ...mask(words), ...refusalByCode(words, codes) };
}

/** A quote without fiat or crypto is for the requested ones (assumption). */
function readQuote(fields: WireFields, request: QuoteRequest): Quote {
  return {
    fiat: fields.text('fiat') ?? request.fiat,
    crypto: fields.text('crypto') ?? request.crypto,
    payWayCode: fields.text('payWayCode'),
    ...fields.decimals(...QUOTE_AMOUNTS),
  };
}

function isPrice(quote: Quote, { unreadable }: WireFields, request: QuoteRequest): boolean {
  const received = request.side === 'BUY' ? quote.cryptoQuantity : quote.fiatQuantity;
  const isPriceOdd = unreadable.includes('cryptoPrice') || !isPositiveOrAbsent(quote.cryptoPrice);
  const isOfOther =
    !sameTerm('fiat', quote.fiat, request.fiat) ||
    !sameTerm('crypto', quote.crypto, request.crypto) ||
    (request.type === 'ONE' &&
      request.payWayCode !== null &&
      !sameTerm('payWayCode', quote.payWayCode ?? request.payWayCode, request.payWayCode));
  return received !== null && isPositiveDecimal(received) && !isPriceOdd && !isOfOther;
}

function isPositiveOrAbsent(amount: string | null): boolean {
  return amount === null || isPositiveDecimal(amount);
}

/** Providers answer an unavailable method as if it had no fee, or with a code of their own. */
export const MAY_MEAN_THE_METHOD: ReadonlySet<RefusalReason> = new Set(['commission', 'undocumented']);

/** The provider offers named methods, and not this one. */
export function isNotOffered(payWayCode: string, { quotes, failures }: Quotes): boolean {
  const offered = [...quotes, ...failures].map((each) => each.payWayCode);
  return offered.length > 0 && offered.every((each) => each !== null && !sameTerm('payWayCode', each, payWayCode));
}
