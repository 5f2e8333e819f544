import { isWireList, isWireRecord, member } from '../../../../src/ramp/wire/wire.js';
import type { WireRecord } from '../../../../src/ramp/wire/wire.js';
import type { ProbeName } from '../plan/probes.js';
import type { Verdict } from '../report.js';
import { BUY_QUOTE_FIELDS, QUOTE_AMOUNTS, SELL_QUOTE_FIELDS } from './documented.js';
import { isAmount, isOffer } from './offer.js';
import { judging } from './refusal-points.js';
import type { Seen } from './seen.js';
import { fail, inWords, missing, pass } from './words.js';

export function quoteOne(seen: Seen, name: ProbeName = 'quote-one'): Verdict {
  return ofQuote(seen, name, (quote) => [
    ...missing(quote, BUY_QUOTE_FIELDS).map((field) => `${field} is absent`),
    ...unreadable(quote),
    ...otherThanAsked(seen, quote, seen.asked.subject?.buy?.crypto),
  ]);
}

export function quoteWithoutType(seen: Seen): Verdict {
  return quoteOne(seen, 'quote-without-type');
}

/** One record per payment method; unusable methods may be listed too. */
export const quoteAll = judging('quote-all', (said) => {
  if (said.kind !== 'success' || !isWireList(said.data)) return fail(inWords(said));
  const offers = said.data.filter(isOffer);
  const methods = offers.map((offer) => member(offer, 'payWayCode'));
  const faults = offers.flatMap((offer) => missing(offer, BUY_QUOTE_FIELDS).map((field) => `${field} is absent`));
  if (new Set(methods).size < methods.length) faults.push('a payment method comes twice');
  if (faults.length > 0) return fail([...new Set(faults)].join(', '));
  return offers.length === 0 ? fail('no offer in the list') : pass(`${offers.length} payment methods`);
});

export function quoteSell(seen: Seen): Verdict {
  return ofQuote(seen, 'quote-sell', (quote) => [
    ...missing(quote, SELL_QUOTE_FIELDS).map((field) => `${field} is absent`),
    ...unreadable(quote),
    ...['cryptoQuantity', 'networkFee']
      .filter((field) => (member(quote, field) ?? null) !== null)
      .map((field) => `${field} is not null`),
    ...otherThanAsked(seen, quote, seen.asked.subject?.sell?.crypto),
  ]);
}

/** "Ignored for SELL": BUY fields in the request must not change the answer. */
export function sellIgnoresBuyFields(seen: Seen): Verdict {
  return ofQuote(seen, 'quote-sell-buy-fields', (quote) =>
    isAmount(member(quote, 'fiatQuantity')) ? [] : ['fiatQuantity is absent'],
  );
}

function ofQuote(seen: Seen, name: ProbeName, faultsOf: (quote: WireRecord) => readonly string[]): Verdict {
  return judging(name, (said) => {
    if (said.kind !== 'success' || !isWireRecord(said.data)) return fail(inWords(said));
    const faults = faultsOf(said.data);
    return faults.length === 0 ? pass('one record') : fail(faults.join(', '));
  })(seen);
}

function unreadable(quote: WireRecord): readonly string[] {
  return QUOTE_AMOUNTS.filter((name) => {
    const value = member(quote, name);
    return value !== undefined && value !== null && !isAmount(value);
  }).map((name) => `${name} is no decimal`);
}

function otherThanAsked(seen: Seen, quote: WireRecord, crypto: string | undefined): readonly string[] {
  return [
    ...(member(quote, 'fiat') === seen.asked.subject?.fiat ? [] : ['fiat is not the one asked for']),
    ...(member(quote, 'crypto') === crypto ? [] : ['crypto is not the one asked for']),
  ];
}
