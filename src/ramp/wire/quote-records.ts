import type { QuoteFailure, Quotes, RefusalReason } from '../port/ramp.errors.js';
import type { Quote, QuoteRequest } from '../port/ramp.types.js';
import { sameTerm } from '../../platform/terms/terms.js';
import { isPositiveDecimal } from '../../platform/terms/decimal.js';
import { refusalWords } from './envelope.js';
import type { RefusalWords } from './envelope.js';
import { refusalByCode } from './refusals.js';
import type { MerchantsCodes } from './refusals.js';
import { WireFields } from './wire-fields.js';
import { isWireList, isWireRecord, member } from './wire.js';
import type { Reading, WireRecord, WireValue } from './wire.js';

/** Quotes hold no dates. */
const NO_ZONE = 'UTC';

interface RefusalReading {
  readonly mask: (words: RefusalWords) => RefusalWords;
  readonly codes: MerchantsCodes;
}

/**
 * The quotes of an answer: one record, or a list of them for BUY with type ALL. Accepts both forms for any request,
 * since they cannot be confused. An entry without a price becomes a failure and does not affect the others; a list
 * without any readable entry is a protocol error. If no entry has a price and one means "not now", the whole answer
 * does.
 */
export function readQuotes(data: WireValue, asked: QuoteRequest, how: RefusalReading): Reading<Quotes> | RefusalWords {
  if (!isWireList(data) && !isWireRecord(data)) return { problem: 'a quote is not an object' };
  const entries: readonly WireValue[] = isWireList(data) ? data : [data];
  const quotes: Quote[] = [];
  const failures: QuoteFailure[] = [];
  for (const entry of entries) {
    const read = readEntry(entry, asked, how);
    if ('refusal' in read) failures.push(read);
    else quotes.push(read);
  }
  const notNow = failures.find(({ refusal }) => refusal?.reason === 'rate_limited')?.refusal;
  if (notNow && quotes.length === 0) return notNow;
  const isUnreadable = entries.length > 0 && quotes.length === 0 && failures.every(({ refusal }) => refusal === null);
  return isUnreadable ? { problem: 'no quote can be read' } : { value: { quotes, failures } };
}

function readEntry(entry: WireValue, asked: QuoteRequest, how: RefusalReading): Quote | QuoteFailure {
  if (!isWireRecord(entry)) return { payWayCode: null, refusal: null };
  const fields = new WireFields(entry, NO_ZONE);
  const refusal = readRefusal(entry, how);
  const quote = readQuote(fields, asked);
  const isGood = member(entry, 'success') !== false && refusal === null && isPrice(quote, fields, asked);
  return isGood ? quote : { payWayCode: quote.payWayCode, refusal };
}

/** An unusable method is an envelope's refusal in place of a record (assumption). */
function readRefusal(entry: WireRecord, { mask, codes }: RefusalReading): QuoteFailure['refusal'] {
  const words = refusalWords(entry);
  return words === null ? null : { ...mask(words), ...refusalByCode(words, codes) };
}

/** A quote without fiat or crypto is for the requested ones (assumption). */
function readQuote(fields: WireFields, asked: QuoteRequest): Quote {
  return {
    fiat: fields.text('fiat') ?? asked.fiat,
    crypto: fields.text('crypto') ?? asked.crypto,
    payWayCode: fields.text('payWayCode'),
    cryptoPrice: fields.decimal('cryptoPrice'),
    cryptoQuantity: fields.decimal('cryptoQuantity'),
    fiatQuantity: fields.decimal('fiatQuantity'),
    rampFee: fields.decimal('rampFee'),
    rampFeeInUSD: fields.decimal('rampFeeInUSD'),
    networkFee: fields.decimal('networkFee'),
    cryptoNetworkFee: fields.decimal('cryptoNetworkFee'),
    rebateFiatAmount: fields.decimal('rebateFiatAmount'),
    rebateUsdAmount: fields.decimal('rebateUsdAmount'),
  };
}

/** Does the quote match the request, and name the quantity received? */
function isPrice(quote: Quote, { unreadable }: WireFields, asked: QuoteRequest): boolean {
  const received = asked.side === 'BUY' ? quote.cryptoQuantity : quote.fiatQuantity;
  const isPriceOdd = unreadable.includes('cryptoPrice') || !isPositiveOrAbsent(quote.cryptoPrice);
  const isOfOther =
    !sameTerm('fiat', quote.fiat, asked.fiat) ||
    !sameTerm('crypto', quote.crypto, asked.crypto) ||
    (asked.type === 'ONE' &&
      asked.payWayCode !== null &&
      !sameTerm('payWayCode', quote.payWayCode ?? asked.payWayCode, asked.payWayCode));
  return received !== null && isPositiveDecimal(received) && !isPriceOdd && !isOfOther;
}

function isPositiveOrAbsent(amount: string | null): boolean {
  return amount === null || isPositiveDecimal(amount);
}

/**
 * The contract has no code for an unavailable payment method: providers answer as if it had no fee, or with a code of
 * their own.
 */
export const MAY_MEAN_THE_METHOD: ReadonlySet<RefusalReason> = new Set(['commission', 'undocumented']);

/** Does the provider offer named methods, and not this one? */
export function isNotOffered(payWayCode: string, { quotes, failures }: Quotes): boolean {
  const offered = [...quotes, ...failures].map((each) => each.payWayCode);
  return offered.length > 0 && offered.every((each) => each !== null && !sameTerm('payWayCode', each, payWayCode));
}
