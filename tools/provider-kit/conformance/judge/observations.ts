import type { Observation } from '../report.js';
import {
  ALL_BUY_RECORD_FIELDS,
  ALL_QUOTE_FIELDS,
  BUY_STATUSES,
  CREATED_FIELDS,
  ENVELOPE_FIELDS,
  LIST_FIELDS,
  SELL_RECORD_FIELDS,
  SELL_STATUSES,
} from './documented.js';
import { envelopes } from './envelope-points.js';
import { listEntries } from './list-points.js';
import { dateFormat, dateZone } from './observe-dates.js';
import { notFound, notFoundByOrderNo, notFoundSetting } from './observe-not-found.js';
import {
  buyRecords,
  createdRecords,
  envelopeOf,
  failedMethods,
  furtherFields,
  listAmounts,
  quoteAmounts,
  quoteRecords,
  recordAmounts,
  sellRecords,
  statusesBeyond,
} from './observe-records.js';
import {
  acceptance,
  fiatPrecision,
  refusalCode,
  repeatedNumber,
  signatureRefusal,
  signatureScheme,
  tolerance,
  wrongToken,
} from './observe-requests.js';
import type { Observe } from './observe-requests.js';
import {
  clockSkew,
  contentTypes,
  dateHeader,
  redirects,
  refusalStatus,
  slowest,
  successStatus,
  tooMany,
  traceIds,
} from './observe-transport.js';
import { BUY_PROBES, SELL_PROBES } from './record-points.js';
import type { Seen } from './seen.js';

/** Every undocumented point that can be observed from outside. The names are an interface: keep them. */
const POINTS: Readonly<Record<string, Observe>> = {
  'signature.scheme': signatureScheme,
  'signature.refused-code': signatureRefusal,
  'signature.same-call-again': acceptance('same-call-again', {
    accepted: 'the same signed call is answered twice',
    refused: 'a signature is good for one call',
  }),
  'signature.unsigned-parameter': acceptance('unsigned-parameter', {
    accepted: 'a parameter that was not signed is accepted: the signature does not cover them all',
    refused: 'every parameter has to be signed',
  }),
  'signature.empty-parameter': acceptance('empty-parameter', {
    accepted: 'an empty parameter need not be signed',
    refused: 'an empty parameter has to be signed too',
  }),
  'request.further-parameter': acceptance('further-parameter', {
    accepted: 'a parameter that nobody asked for is ignored',
    refused: 'parameters that are not documented are not accepted',
  }),
  'request.header-case': acceptance('capital-headers', {
    accepted: 'the letter case of header names does not matter',
    refused: 'the letter case of header names matters',
  }),
  'request.amount-as-number': acceptance('quote-number', {
    accepted: "the quote's amount may be a JSON number as well as a string",
    refused: "the quote's amount has to be a string",
  }),

  'clock.date-header': dateHeader,
  'clock.skew-seconds': clockSkew,
  'clock.past-tolerance': tolerance('stamp-4.5-min-old', 'stamp-6-min-old'),
  'clock.future-tolerance': tolerance('stamp-4.5-min-ahead', 'stamp-6-min-ahead'),

  'http.success-status': successStatus,
  'http.refusal-status': refusalStatus,
  'http.content-type': contentTypes,
  'http.redirects': redirects,
  'http.too-many-calls': tooMany,
  'http.slowest-ms': slowest,
  'trace-id': traceIds,

  'not-found.buy': notFound('BUY'),
  'not-found.buy-by-order-no': notFoundByOrderNo,
  'not-found.sell': notFound('SELL'),
  'not-found.setting': notFoundSetting,

  'envelope.buy': envelopeOf(BUY_PROBES),
  'envelope.sell': envelopeOf(SELL_PROBES),

  'dates.format': dateFormat,
  'dates.zone': dateZone,

  'amounts.list': listAmounts,
  'amounts.quote': quoteAmounts,
  'amounts.records': recordAmounts,
  'amounts.fiat-precision': fiatPrecision,

  'status.buy': statusesBeyond(buyRecords, BUY_STATUSES, 'BUY'),
  'status.sell': statusesBeyond(sellRecords, SELL_STATUSES, 'SELL'),

  'quote.failed-methods': failedMethods,

  'code.wrong-path': refusalCode('wrong-path'),
  'code.query-without-number': refusalCode('query-without-number'),
  'code.quote-unknown-crypto': refusalCode('quote-unknown-crypto'),
  'code.quote-unknown-fiat': refusalCode('quote-unknown-fiat'),
  'code.quote-too-little': refusalCode('quote-too-little'),
  'code.quote-too-much': refusalCode('quote-too-much'),
  'code.create-too-many-decimals': refusalCode('create-too-many-decimals'),

  'create.repeated-number': repeatedNumber,
  'create.without-token': refusalCode('create-without-token'),
  'create.wrong-token': wrongToken,

  'fields.envelope': furtherFields(envelopes, ENVELOPE_FIELDS),
  'fields.list': furtherFields((seen) => listEntries(seen) ?? [], LIST_FIELDS),
  'fields.quote': furtherFields(quoteRecords, ALL_QUOTE_FIELDS),
  'fields.buy-record': furtherFields(buyRecords, ALL_BUY_RECORD_FIELDS),
  'fields.sell-record': furtherFields(sellRecords, SELL_RECORD_FIELDS),
  'fields.created': furtherFields(createdRecords, CREATED_FIELDS),
};

export function observe(seen: Seen): readonly Observation[] {
  return Object.entries(POINTS).map(([name, judge]) => ({ name, ...judge(seen) }));
}
