import type { Observation } from '../report.js';
import { BUY_STATUSES, SELL_STATUSES } from './documented.js';
import { dateFormat, dateZone } from './observe-dates.js';
import { notFound, notFoundByOrderNo, notFoundSetting } from './observe-not-found.js';
import {
  fiatPrecision,
  refusalCode,
  repeatedNumber,
  signatureRefusal,
  signatureScheme,
  statusesBeyond,
  tolerance,
  wrongToken,
} from './observe-requests.js';
import type { Observe } from './observe-requests.js';
import { clockSkew, redirects, refusalStatus, tooMany } from './observe-transport.js';
import { BUY_PROBES, SELL_PROBES } from './record-points.js';
import type { Seen } from './seen.js';

/** Undocumented points on which a setting depends, or what staff does. The names are an interface: keep them. */
const POINTS: Readonly<Record<string, Observe>> = {
  'signature.scheme': signatureScheme,
  'signature.refused-code': signatureRefusal,

  'clock.skew-seconds': clockSkew,
  'clock.past-tolerance': tolerance('stamp-4.5-min-old', 'stamp-6-min-old'),
  'clock.future-tolerance': tolerance('stamp-4.5-min-ahead', 'stamp-6-min-ahead'),

  'http.refusal-status': refusalStatus,
  'http.redirects': redirects,
  'http.too-many-calls': tooMany,

  'not-found.buy': notFound('BUY'),
  'not-found.buy-by-order-no': notFoundByOrderNo,
  'not-found.sell': notFound('SELL'),
  'not-found.setting': notFoundSetting,

  'dates.format': dateFormat,
  'dates.zone': dateZone,

  'amounts.fiat-precision': fiatPrecision,

  'status.buy': statusesBeyond(BUY_PROBES, BUY_STATUSES, 'BUY'),
  'status.sell': statusesBeyond(SELL_PROBES, SELL_STATUSES, 'SELL'),

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
};

export function observe(seen: Seen): readonly Observation[] {
  return Object.entries(POINTS).map(([name, judge]) => ({ name, ...judge(seen) }));
}
