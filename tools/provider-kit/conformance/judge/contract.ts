import type { ContractResult, Verdict } from '../report.js';
import { BUY_RECORD_FIELDS, FINISHED_FIELDS, SELL_RECORD_FIELDS, CREATED_FIELDS } from './documented.js';
import {
  everyAnswerEnveloped,
  refusalFields,
  signedCallAnswered,
  successFields,
  traceIdText,
} from './envelope-points.js';
import { listFields, listIsArray, listTypes, oneEntryPerPair, usdWithoutFiat } from './list-points.js';
import { quoteAll, quoteOne, quoteSell, quoteWithoutType, sellIgnoresBuyFields } from './quote-points.js';
import {
  BUY_PROBES,
  SELL_PROBES,
  aboutTheOrder,
  allStrings,
  asItWasMade,
  buyFields,
  buyWithoutSide,
  contractDates,
  found,
  sellFields,
} from './record-points.js';
import { accepted, judging, limitsInMessage, notProvoked, refused, refusedWith, wrongPath } from './refusal-points.js';
import type { Judge } from './refusal-points.js';
import type { Said } from './said.js';
import type { Seen } from './seen.js';
import { readCreatedTrade } from '../../../../src/ramp/wire/trade-records.js';
import { isWireRecord, member } from '../../../../src/ramp/wire/wire.js';
import { fail, inWords, missing, pass } from './words.js';

/** Every documented point that can be checked from outside. */
const POINTS: Readonly<Record<string, Judge>> = {
  'a signed call is answered': signedCallAnswered,
  'every answer has the envelope': everyAnswerEnveloped,
  'envelope of a success': successFields,
  'envelope of a refusal': refusalFields,
  'traceId is a text where it is': traceIdText,

  '3103 for a timestamp of 6 minutes ago': refusedWith('3103', 'stamp-6-min-old'),
  'a timestamp of 4.5 minutes ago is good': accepted('stamp-4.5-min-old'),
  '3104 for an unknown appid': refusedWith('3104', 'unknown-app'),
  'a wrong path is refused': wrongPath,
  'a wrong signature is refused': refused('wrong-signature'),
  'a missing signature is refused': refused('no-signature'),

  'list: an array of objects': listIsArray,
  'list: every field is there': listFields,
  'list: types of the fields': listTypes,
  'list: one entry for each pair': oneEntryPerPair,
  'list: USD when no fiat is named': usdWithoutFiat,

  'quote: BUY, ONE gives one record': quoteOne,
  'quote: ONE when no type is named': quoteWithoutType,
  'quote: BUY, ALL gives a record for each method': quoteAll,
  'quote: SELL gives fiatQuantity': quoteSell,
  'quote: SELL ignores payWayCode and type': sellIgnoresBuyFields,
  'quote: an unknown crypto is refused': refused('quote-unknown-crypto'),
  'quote: an unknown fiat is refused': refused('quote-unknown-fiat'),

  'BUY order: found by orderNo': found('buy-by-order-no'),
  'BUY order: found by merchantOrderNo': found('buy-by-merchant-no'),
  'BUY order: looked for when no side is named': buyWithoutSide,
  'BUY record: every field is there': buyFields,
  'BUY record: all values are strings': allStrings(BUY_PROBES, [...BUY_RECORD_FIELDS, ...FINISHED_FIELDS]),
  'BUY record: format of the dates': contractDates,
  'SELL order: found by orderNo': found('sell-by-order-no'),
  'SELL record: every field is there': sellFields,
  'SELL record: all values are strings': allStrings(SELL_PROBES, SELL_RECORD_FIELDS),
  'record: of the order that was asked for': aboutTheOrder,

  'create: orderNo and payUrl': judging('create', createdAnswer),
  'create: the order is found by orderNo': found('created-by-order-no'),
  'create: the order is found by merchantOrderNo': found('created-by-merchant-no'),
  'create: the record says what was asked for': asItWasMade,
  'create: refused without an access token': refused('create-without-token'),
  'create: refused with a wrong access token': refused('create-wrong-token'),
  'create: 3101 for an unknown crypto': refusedWith('3101', 'create-unknown-crypto'),
  'create: 3102 for an amount beyond the limits': refusedWith('3102', 'create-too-much'),
  'create: 3105 for no address at all': refusedWith('3105', 'create-wrong-address'),
  '3102 names both limits': limitsInMessage,
  '3100 for a wrong commission': notProvoked('only the provider can set a commission wrong'),
  '3106 for a risky address': notProvoked('no address is known that the provider must call risky'),
};

export function judgeContract(seen: Seen): readonly ContractResult[] {
  return Object.entries(POINTS).map(([name, judge]) => ({ name, ...judge(seen) }));
}

/** `{ orderNo, payUrl }`, both strings, and the second one an address. */
function createdAnswer(said: Said): Verdict {
  if (said.kind !== 'success' || !isWireRecord(said.data)) return fail(inWords(said));
  const absent = missing(said.data, CREATED_FIELDS);
  if (absent.length > 0) return fail(`absent: ${absent.join(', ')}`);
  const read = readCreatedTrade(said.data, true);
  if ('problem' in read) return fail(read.problem);
  // The service tolerates both; the contract requires strings and a page.
  if (typeof member(said.data, 'orderNo') !== 'string') return fail('orderNo is no text');
  return read.value.payUrl === null ? fail('payUrl is no address of a page') : pass('orderNo and payUrl');
}
