import { DECIMAL, RETURN_CODE, TIME_ZONE } from './forms.js';
import { fields, pairs, text, word } from './kinds.js';

export const RECORDS = {
  buyAnswer: word('SANDBOX_BUY_ANSWER', ['enveloped', 'bare'], 'whether a BUY record comes in the envelope'),
  sellAnswer: word('SANDBOX_SELL_ANSWER', ['enveloped', 'bare'], 'whether a SELL record comes in the envelope'),
  unknownOrder: word(
    'SANDBOX_UNKNOWN_ORDER',
    ['null-data', 'empty-object', 'not-found-404', 'refusal', 'refusal-with-number'],
    'the answer about an order that does not exist: success with null or with empty data, a 404 page, or a refusal, ' +
      'whose text is always the same or quotes the number',
  ),
  unknownOrderCode: text('SANDBOX_UNKNOWN_ORDER_CODE', '1006', RETURN_CODE, 'returnCode of these refusals'),
  dateFormat: word(
    'SANDBOX_DATE_FORMAT',
    ['contract', 'dashes', 'iso', 'millis'],
    'dates of records: yyyyMMdd HH:mm:ss, yyyy-MM-dd HH:mm:ss, ISO 8601 with offset, or 13 digits',
  ),
  timeZone: text('SANDBOX_TIME_ZONE', 'UTC', TIME_ZONE, 'zone of the dates in records'),
  numbers: word('SANDBOX_NUMBERS', ['strings', 'numbers'], 'amounts of records and quotes: strings, or JSON numbers'),
  listNumbers: word('SANDBOX_LIST_NUMBERS', ['numbers', 'strings'], 'limits of the crypto list'),
  recordFields: fields('SANDBOX_RECORD_FIELDS', 'fields that go over those of every record'),
  statusWords: pairs('SANDBOX_STATUS_WORDS', {}, null, 'other words for statuses, such as PAY_FAIL=RISK_CONTROL'),
  priceChangePercent: text(
    'SANDBOX_PRICE_CHANGE_PERCENT',
    '0',
    DECIMAL,
    'by how many per cent prices differ from the fixed ones, in quotes and in orders made from now on',
  ),
  quoteFailures: pairs(
    'SANDBOX_QUOTE_FAILURES',
    {},
    null,
    'payment methods for which no quote can be given, such as 10003=3100',
  ),
  quoteFailureEntry: word(
    'SANDBOX_QUOTE_FAILURE_ENTRY',
    ['error', 'nulls', 'left-out'],
    'what a list of quotes has in place of such a one: code and message, a record of nulls, or nothing',
  ),
};
