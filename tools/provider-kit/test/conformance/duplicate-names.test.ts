import { describe, expect, it } from 'vitest';
import { interpretAnswer } from '#src/ramp/wire/answer.js';
import type { AnswerReader } from '#src/ramp/wire/answer.js';
import { readCryptoList } from '#src/ramp/wire/catalog-records.js';
import { readCreatedTrade } from '#src/ramp/wire/trade-records.js';
import { maskSeen } from '#src/ramp/wire/evidence.js';
import { notFoundShape } from '#src/ramp/wire/trade-records.js';
import { readQuotes } from '#src/ramp/wire/quote-records.js';
import { readTradeAnswer } from '#src/ramp/wire/trade-records.js';
import { openAnswer } from '#src/ramp/wire/wire.js';
import type { QuoteRequest } from '#src/ramp/port/ramp.types.js';
import { saidBy } from '#tools/provider-kit/conformance/judge/said.js';
import { NO_CODES } from '../../../../test/unit/ramp/support/codes.js';

const asked: QuoteRequest = {
  side: 'BUY',
  crypto: 'USDT',
  network: 'ETH',
  fiat: 'USD',
  country: 'US',
  amount: '100.00',
  payWayCode: null,
  type: 'ALL',
};
const reading = { timeZone: 'UTC', statusMap: new Map<string, string>() };
const READERS = {
  create: { data: (data) => readCreatedTrade(data, false), bareRecords: false, codes: NO_CODES },
  query: { data: (data) => readTradeAnswer(data, 'BUY', reading), bareRecords: true, codes: NO_CODES },
  quotes: {
    data: (data) => readQuotes(data, asked, { mask: (words) => words, codes: NO_CODES }),
    bareRecords: false,
    codes: NO_CODES,
  },
  list: { data: readCryptoList, bareRecords: false, codes: NO_CODES },
} as const satisfies Record<string, AnswerReader<unknown>>;
type Reader = keyof typeof READERS;

const answer = (text: string, status = 200) => openAnswer(status, null, Buffer.from(text));
const meaning = (reader: Reader, text: string, status = 200) =>
  interpretAnswer<unknown>(answer(text, status), READERS[reader]).meaning;
const ok = (data: string): string => `{"success":true,"returnCode":"0000","data":${data}}`;

const CREATED = '"orderNo":"1001","payUrl":"https://pay.example/p"';
const RECORD = '"orderNo":"1001","amount":"100.00","status":"PENDING"';
const QUOTE = '"payWayCode":"1","cryptoQuantity":"53.1"';
const PAIR = '"crypto":"USDT","network":"ETH","buyEnable":1,"sellEnable":1';

describe('an answer with two values under one name', () => {
  it.each<[string, Reader, string]>([
    [
      'a create that is refused and made',
      'create',
      `{"success":false,"success":true,"returnCode":"3105","returnCode":"0000","data":null,"data":{${CREATED}}}`,
    ],
    ['a create with two numbers', 'create', ok(`{${CREATED},"orderNo":"1002"}`)],
    ['a create with two numbers, one spelled with escapes', 'create', ok(`{${CREATED},"order\\u004eo":"1002"}`)],
    ['a create with two pages', 'create', ok(`{${CREATED},"payUrl":"https://evil.example"}`)],
    ['a query with two statuses', 'query', ok(`{${RECORD},"status":"FINISHED"}`)],
    ['a query with two statuses and no envelope', 'query', `{${RECORD},"status":"FINISHED"}`],
    ['a query with two amounts of one value and two spellings', 'query', ok(`{${RECORD},"amount":"100.0"}`)],
    ['a query with a number and a text', 'query', ok(`{${RECORD},"orderNo":1001}`)],
    ['a query whose unknown, nested member differs', 'query', ok(`{${RECORD},"extra":[{"x":{"y":1,"y":2}}]}`)],
    ['quotes of which one has two quantities', 'quotes', ok(`[{${QUOTE}},{${QUOTE},"cryptoQuantity":"9"}]`)],
    ['a list of which one pair has two networks', 'list', ok(`[{${PAIR}},{${PAIR},"network":"BSC"}]`)],
  ])('is invalid: %s', (_, reader, text) => {
    expect(meaning(reader, text)).toEqual({
      kind: 'protocol',
      detail: 'the answer is ambiguous: one name has two values (HTTP 200)',
    });
    expect(saidBy({ kind: 'answered', answer: answer(text) } as never)).toEqual({
      kind: 'strange',
      what: 'HTTP 200 with an answer that is ambiguous: one name has two values',
    });
  });

  it('is neither a refusal nor *not found*', () => {
    const refused = '{"success":true,"success":false,"returnCode":"3105","returnMsg":"No","data":null}';
    expect(meaning('create', refused)).toMatchObject({ kind: 'protocol' });
    expect(meaning('create', refused, 503)).toMatchObject({ kind: 'unknown', reason: 'server_error' });
    const absent = `{"success":true,"returnCode":"0000","data":{${RECORD}},"data":null}`;
    expect(notFoundShape(answer(absent), NO_CODES)).toBeNull();
    expect(notFoundShape(answer(ok('null')), NO_CODES)).toBe('null');
  });

  it('is kept as evidence with all its values masked', () => {
    const text = ok(
      `{"orderNo":"1001","orderNo":"1002","payUrl":"https://a.example/1","payUrl":"https://b.example/2"}`,
    );
    const kept = maskSeen(answer(text), []);
    expect(kept).toMatchObject({ data: { orderNo: ['1001', '1002'] } });
    expect(JSON.stringify(kept)).not.toMatch(/a\.example|b\.example/);
  });
});
