import { describe, expect, it } from 'vitest';
import { interpretAnswer } from '#src/ramp/wire/answer.js';
import type { AnswerReader } from '#src/ramp/wire/answer.js';
import { readCreatedTrade } from '#src/ramp/wire/trade-records.js';
import { readTradeAnswer } from '#src/ramp/wire/trade-records.js';
import { openAnswer } from '#src/ramp/wire/wire.js';
import type { CreatedTrade } from '#src/ramp/port/ramp.types.js';
import { CODES, NO_CODES } from './support/codes.js';
import { no, ok } from './support/envelopes.js';

const create: AnswerReader<CreatedTrade> = {
  data: (data) => readCreatedTrade(data, false),
  bareRecords: false,
  codes: CODES,
};
const reading = { timeZone: 'UTC', statusMap: new Map<string, string>() };
const query = {
  data: (data: Parameters<typeof readTradeAnswer>[0]) => readTradeAnswer(data, 'SELL', reading),
  bareRecords: true,
  codes: NO_CODES,
};

const created = { orderNo: '1001', payUrl: 'https://pay.example/p?id=1' };
const html = '<html><body>Bad Gateway</body></html>';
const answer = (status: number, body: Buffer) => openAnswer(status, null, body);
const bytes = (body: unknown) => Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));

const meaning = (status: number, body: unknown) => interpretAnswer(answer(status, bytes(body)), create).meaning;

describe("a record that is not a trade's", () => {
  it.each([[{}], [{ orderNo: null, merchantOrderNo: '', status: null }], [{ address: '0x1', crypto: 'USDT' }]])(
    'changes nothing about a trade: %j',
    (record) => {
      expect(interpretAnswer(answer(200, bytes(ok(record))), query).meaning).toMatchObject({ kind: 'protocol' });
    },
  );

  it.each([[{ status: '1' }], [{ merchantOrderNo: 'S-1' }], [{ orderNo: 0 }]])("is a trade's with %j", (record) => {
    expect(interpretAnswer(answer(200, bytes(ok(record))), query).meaning).toMatchObject({
      kind: 'answered',
      value: { kind: 'SELL' },
    });
  });
});

describe('an answer to a create', () => {
  it('is a created trade, with order number and payment page', () => {
    expect(meaning(200, ok(created))).toEqual({ kind: 'answered', value: created });
    expect(meaning(201, ok(created))).toEqual({ kind: 'answered', value: created });
  });

  const cases: [string, number, unknown, object][] = [
    ['nothing', 429, '', { kind: 'refused', reason: 'rate_limited', returnCode: 'HTTP 429', resendable: true }],
    ['a page', 429, html, { kind: 'refused', reason: 'rate_limited', resendable: true }],
    ['success', 429, ok(created), { kind: 'protocol' }],
    ['success', 400, ok(created), { kind: 'protocol' }],
    ['success', 500, ok(created), { kind: 'protocol' }],
    ['success', 302, ok(created), { kind: 'unknown', reason: 'redirect' }],
    ['a redirect', 307, '', { kind: 'unknown', reason: 'redirect', detail: 'HTTP 307' }],
    ['a page', 500, html, { kind: 'unknown', reason: 'server_error', detail: 'HTTP 500' }],
    ['nothing', 504, '', { kind: 'unknown', reason: 'server_error' }],
    ['half an envelope', 503, '{"success":fal', { kind: 'unknown', reason: 'server_error' }],
    ['a page', 404, html, { kind: 'protocol', detail: 'the answer is not JSON (HTTP 404)' }],
    ['a page', 200, html, { kind: 'protocol' }],
    ['nothing', 200, '', { kind: 'protocol' }],
    ['nothing', 204, '', { kind: 'protocol' }],
    ['half an envelope', 200, JSON.stringify(ok(created)).slice(0, -9), { kind: 'protocol' }],
    ['a bare record', 200, created, { kind: 'protocol' }],
    ['two minds', 200, { ...ok(created), returnCode: '3105' }, { kind: 'protocol' }],
    ['two minds', 200, { ...no('3105'), success: true }, { kind: 'protocol' }],
    ['a refusal that names an order', 200, { ...no('3105'), data: created }, { kind: 'protocol' }],
    ['no data', 200, ok(null), { kind: 'protocol' }],
    ['a list', 200, ok([created]), { kind: 'protocol' }],
    ['no number', 200, ok({ ...created, orderNo: undefined }), { kind: 'protocol' }],
    ['an empty number', 200, ok({ ...created, orderNo: '' }), { kind: 'protocol' }],
    ['a whole number', 200, ok({ ...created, orderNo: 1001 }), { kind: 'answered', value: created }],
    ['a number that is not whole', 200, ok({ ...created, orderNo: 10.5 }), { kind: 'protocol' }],
    ['a number that cannot be stored', 200, ok({ ...created, orderNo: '1\u0000' }), { kind: 'protocol' }],
    [
      'no payment page',
      200,
      ok({ ...created, payUrl: null }),
      { kind: 'answered', value: { ...created, payUrl: null } },
    ],
  ];

  it.each(cases)('%s with HTTP %i', (_, status, body, expected) => {
    expect(meaning(status, body)).toMatchObject(expected);
  });

  it('of a refusal has its code and trace id', () => {
    expect(interpretAnswer(answer(200, bytes(no('3105'))), create)).toMatchObject({
      returnCode: '3105',
      traceId: 't-2',
    });
    expect(interpretAnswer(answer(200, bytes(ok(created))), create)).toMatchObject({
      returnCode: null,
      traceId: 't-1',
    });
  });

  it.each([
    [200, { kind: 'protocol' }],
    [302, { kind: 'unknown', reason: 'redirect' }],
    [429, { kind: 'refused', reason: 'rate_limited' }],
    [502, { kind: 'unknown', reason: 'server_error' }],
  ])('without readable bytes means what HTTP %i means', (status, expected) => {
    expect(interpretAnswer(openAnswer(status, null, null), create).meaning).toMatchObject(expected);
  });
});

describe('the payment page', () => {
  const read = (payUrl: unknown, allowHttp = false) => readCreatedTrade({ orderNo: '1', payUrl } as never, allowHttp);
  const page = (payUrl: unknown) => ({ value: { orderNo: '1', payUrl } });

  it.each([
    ['https://pay.example/a?b=c&d=%20e#f', 'https://pay.example/a?b=c&d=%20e#f'],
    ['HTTPS://Pay.Example', 'https://pay.example/'],
    ['https://pay.example/ü?name=Jane Doe', 'https://pay.example/%C3%BC?name=Jane%20Doe'],
    [' https://pay.example/a\r\n', 'https://pay.example/a'],
    ['https://pay.example\n/x', 'https://pay.example/x'],
    ['https:\\\\pay.example\\x', 'https://pay.example/x'],
  ])('%j is normalised as in a browser: %j', (payUrl, opened) => {
    expect(read(payUrl)).toEqual(page(opened));
  });

  it.each([
    '',
    '/pay',
    '//pay.example/a',
    'pay.example',
    'http://pay.example',
    'ftp://pay.example',
    'javascript:alert(1)',
    'https://',
    'https://pay example/',
    'https:pay.example',
    'https://shop.example@evil.example/',
    'https://user:secret@pay.example/',
    `https://pay.example/${'x'.repeat(9000)}`,
  ])('may not be %j: the trade exists without one', (payUrl) => {
    expect(read(payUrl)).toEqual(page(null));
  });
});

describe('an answer to a query', () => {
  const ask = (status: number, body: unknown) => interpretAnswer(answer(status, bytes(body)), query).meaning;
  const record = { orderNo: '7', status: '4' };

  it('is a record, with or without the envelope', () => {
    const snapshot = { kind: 'answered', value: { kind: 'SELL', orderNo: '7', status: 'COMPLETED' } };
    expect(ask(200, ok(record))).toMatchObject(snapshot);
    expect(ask(200, record)).toMatchObject(snapshot);
    expect(ask(200, { status: 4 })).toMatchObject({ value: { status: 'COMPLETED', rampStatus: '4' } });
  });

  it.each([
    ['a list', 200, ok([record]), 'protocol'],
    ['null data', 200, ok(null), 'protocol'],
    ['text', 200, ok('7'), 'protocol'],
    ['a number', 200, ok(7), 'protocol'],
    ['bare null', 200, 'null', 'protocol'],
    ['an error page of a framework', 404, { timestamp: 1, status: 404, error: 'Not Found' }, 'protocol'],
    ['an error page of a framework', 500, { timestamp: 1, status: 500, error: 'Oops' }, 'unknown'],
  ])('is no record: %s with HTTP %i', (_, status, body, kind) => {
    expect(ask(status, body).kind).toBe(kind);
  });
});
