import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { interpretAnswer } from '#src/ramp/wire/answer.js';
import type { AnswerReader } from '#src/ramp/wire/answer.js';
import { readCryptoList } from '#src/ramp/wire/catalog-records.js';
import { readCreatedTrade } from '#src/ramp/wire/trade-records.js';
import { maskSeen } from '#src/ramp/wire/evidence.js';
import { isNoTime, readProviderTime } from '#src/ramp/wire/provider-time.js';
import { readQuotes } from '#src/ramp/wire/quote-records.js';
import { readTradeAnswer } from '#src/ramp/wire/trade-records.js';
import { openAnswer } from '#src/ramp/wire/wire.js';
import type { BuySnapshot, QuoteRequest, SellSnapshot } from '#src/ramp/port/ramp.types.js';
import { NO_CODES } from './support/codes.js';
import { asSent, nested, objectOf, rawMembers, rawOf, rawValue } from './support/odd-json.js';
import type { RawMember } from './support/odd-json.js';

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
const reading = { timeZone: 'Asia/Singapore', statusMap: new Map([['BUY:REFUNDED', 'no word of ours']]) };
const READERS = {
  create: { data: (data) => readCreatedTrade(data, false), bareRecords: false, codes: NO_CODES },
  buy: { data: (data) => readTradeAnswer(data, 'BUY', reading), bareRecords: true, codes: NO_CODES },
  sell: { data: (data) => readTradeAnswer(data, 'SELL', reading), bareRecords: true, codes: NO_CODES },
  quotes: {
    data: (data) => readQuotes(data, asked, { mask: (words) => words, codes: NO_CODES }),
    bareRecords: false,
    codes: NO_CODES,
  },
  list: { data: readCryptoList, bareRecords: false, codes: NO_CODES },
} as const satisfies Record<string, AnswerReader<unknown>>;

const read = <T>(reader: AnswerReader<T>, body: string | Uint8Array, status = 200) =>
  interpretAnswer(openAnswer(status, null, Buffer.from(body)), reader).meaning;

/** The accepted value of this data in a valid envelope. */
function believed<T>(reader: AnswerReader<T>, data: string): T | null {
  const meaning = read(reader, `{"success":true,"returnCode":"0000","data":${data}}`);
  return meaning.kind === 'answered' ? meaning.value : null;
}

const FORMS = {
  text: ['side', 'orderNo', 'appId', 'txHash', 'address', 'crypto', 'network', 'fiat'],
  buy: {
    text: ['tokenAddress', 'payType', 'rampFeeUnit'],
    decimal: [
      'amount',
      'cryptoPrice',
      'cryptoQuantity',
      'rebateFiatAmount',
      'rebateUsdAmount',
      'fiatInUSD',
      'rampFeeInUSD',
      'cryptoNetworkFee',
      'networkFeeInUSD',
      'cryptoAmountInUSDT',
    ],
    moment: { createTime: 'rampCreatedAt', payTime: 'paidAt', txTime: 'transferredAt' },
    words: ['PENDING', 'PAY_FAIL', 'PAY_SUCCESS', 'TRANSFER', 'CANCEL', 'FINISHED'],
  },
  sell: {
    text: ['paymentType', 'signature'],
    decimal: ['cryptoPrice', 'cryptoAmount', 'cryptoActualAmount', 'fiatAmount', 'rampFee'],
    moment: { completeTime: 'paidAt', payTime: 'transferredAt', receiptTime: 'completedAt' },
    words: ['1', '2', '3', '4', '5', '6', '7'],
  },
} as const;

/** Common spellings of "no value": the same words everywhere, and zeros where zero is meaningless. */
function meansNone(name: string, raw: string | undefined): boolean {
  if (raw === undefined || raw === 'null') return true;
  const text = asSent(raw)?.trim();
  if (text === undefined) return false;
  if (/^(?:null|none|nil|undefined|n\/a|-*)$/i.test(text)) return true;
  if (name === 'txHash') return /^(?:0x)?0+$/i.test(text);
  if (name === 'cryptoPrice') return /^-?0(?:\.0+)?(?:e[+-]?\d+)?$/i.test(text);
  return name.endsWith('Time') && isNoTime(text, reading.timeZone);
}

const PLAIN = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;

/** null, or the sent amount, digit for digit or expanded from scientific form. */
function expectAmount(amount: unknown, raw: string | undefined): void {
  if (amount === null) return;
  const sent = asSent(raw);
  expect(amount).toMatch(PLAIN);
  if (PLAIN.test(sent!)) expect(amount).toBe(sent);
  else expect([sent!.search(/e/i) > 0, Number(amount)]).toEqual([true, Number(sent)]);
}

describe.each(['buy', 'sell'] as const)('any %s record', (side) => {
  const form = FORMS[side];
  const names = [...FORMS.text, ...form.text, ...form.decimal, ...Object.keys(form.moment), 'status'];

  it('yields only sent values, and names each unreadable field', () => {
    fc.assert(
      fc.property(rawMembers(names), (members) => {
        const snapshot = believed<BuySnapshot | SellSnapshot | null>(READERS[side], objectOf(members));
        const raw = (name: string) => rawOf(members, name);
        const isThere = (name: string) => ![undefined, 'null', '""'].includes(raw(name));
        const isPresent = (name: string) => !meansNone(name, raw(name));
        // A record with neither says nothing about a trade.
        expect(snapshot !== null).toBe(isThere('orderNo') || isThere('status'));
        if (snapshot === null) return;
        const { facts, ...rest } = snapshot;
        const seen: Readonly<Record<string, unknown>> = { ...rest, ...facts };
        expect(seen['rampStatus'] === null || seen['rampStatus'] === asSent(raw('status'))).toBe(true);
        const isKnown = (form.words as readonly (string | null)[]).includes(asSent(raw('status')));
        expect(snapshot.status !== null).toBe(isKnown);
        for (const name of [...FORMS.text, ...form.text]) {
          const value = seen[name] as string | null;
          expect(value === null || value === asSent(raw(name))).toBe(true);
          // As Postgres can store it.
          if (value !== null) expect([value.isWellFormed(), value.includes('\0')]).toEqual([true, false]);
        }
        for (const name of form.decimal) expectAmount(seen[name], raw(name));
        const moments = Object.entries(form.moment).map(([name, ours]) => [name, seen[ours]] as const);
        for (const [name, moment] of moments) {
          if (moment === null) continue;
          expect(asSent(raw(name))).toMatch(/^\d{8} |^\d{13}$/);
          expect(new Date(moment as string).getUTCFullYear()).toSatisfy((year: number) => year >= 2000 && year < 2200);
        }
        const values = new Map<string, unknown>([
          ...[...FORMS.text, ...form.text, ...form.decimal].map((name) => [name, seen[name]] as const),
          ...moments,
          ['status', seen['rampStatus']],
        ]);
        const unread = [...values].filter(([name, value]) => value === null && isPresent(name)).map(([name]) => name);
        expect(snapshot.unreadable.toSorted()).toEqual(unread.toSorted());
      }),
      { numRuns: 1000 },
    );
  });
});

describe('any answer', () => {
  const envelope = rawMembers(['success', 'returnCode', 'returnMsg', 'data', 'traceId', 'orderNo', 'status', 'payUrl']);
  const half: fc.Arbitrary<RawMember[]> = fc
    .tuple(fc.constantFrom('true', '"true"', 'false', '1'), fc.constantFrom('"0000"', '"0"', '0', '"3102"'), envelope)
    .map(([success, code, rest]) => [['success', success], ['returnCode', code], ...rest]);
  const good = fc.constantFrom<RawMember[]>(
    [
      ['orderNo', '"9001"'],
      ['payUrl', '"https://pay.example/p"'],
      ['status', '"FINISHED"'],
    ],
    [['cryptoQuantity', '"1.50"']],
  );
  const enveloped = (data: RawMember[]): RawMember[] => [
    ['success', 'true'],
    ['returnCode', '"0000"'],
    ['data', objectOf(data)],
  ];
  const nearlyGood = fc
    .tuple(fc.oneof(good, good.map(enveloped)), rawMembers(['extend', 'traceId', 'success', 'data']))
    .map(([members, more]) => [...members, ...more.slice(0, 2)]);
  const bodies = fc.oneof(
    nearlyGood.map((members) => Buffer.from(objectOf(members))),
    fc.oneof(envelope, half).map((members) => Buffer.from(objectOf(members))),
    fc.tuple(half, fc.nat()).map(([members, end]) => Buffer.from(objectOf(members)).subarray(0, end)),
    rawValue.map((text) => Buffer.from(text)),
    fc.nat({ max: 20_000 }).map((depth) =>
      Buffer.from(
        objectOf([
          ['status', '"FINISHED"'],
          ['more', nested(depth)],
        ]),
      ),
    ),
    fc.uint8Array({ maxLength: 300 }),
  );
  const statuses = fc.constantFrom(200, 200, 200, 201, 204, 301, 400, 404, 429, 500, 503);

  it('is believed only on 2xx, in a valid envelope or, for a query, as a bare record', () => {
    fc.assert(
      fc.property(statuses, bodies, (status, body) => {
        for (const [name, reader] of Object.entries(READERS)) {
          const meaning = read<unknown>(reader, body, status);
          if (meaning.kind !== 'answered') continue;
          expect(status < 300).toBe(true);
          const json = JSON.parse(new TextDecoder().decode(body)) as Readonly<Record<string, unknown>>;
          const has = (member: string) => Object.hasOwn(json, member);
          const isGood = has('success') && json['success'] === true && json['returnCode'] === '0000' && has('data');
          const isBare = !has('success') && !has('returnCode') && (has('orderNo') || has('status'));
          expect(isGood || (isBare && (name === 'buy' || name === 'sell'))).toBe(true);
        }
      }),
      { numRuns: 1500 },
    );
  });

  it('can be stored', () => {
    fc.assert(
      fc.property(bodies, (body) => {
        const kept = JSON.stringify(maskSeen(openAnswer(200, null, body), ['a-secret-of-ours']));
        expect(Buffer.byteLength(kept)).toBeLessThanOrEqual(16 * 1024);
      }),
      { numRuns: 500 },
    );
  });
});

it('a created trade is exact, or none', () => {
  const odd = fc.constantFrom(
    'https://pay.example/p',
    'http://pay.example',
    '//pay.example',
    'https://',
    'javascript:1',
  );
  const value = fc.oneof(
    rawValue,
    odd.map((text) => JSON.stringify(text)),
  );
  const fields = fc.array(fc.tuple(fc.constantFrom('orderNo', 'payUrl', '__proto__'), value), { maxLength: 6 });
  fc.assert(
    fc.property(fields, (members) => {
      const created = believed(READERS.create, objectOf(members));
      if (created === null) return;
      const sent = { orderNo: asSent(rawOf(members, 'orderNo')), payUrl: asSent(rawOf(members, 'payUrl')) };
      expect([created.orderNo, created.payUrl ?? sent.payUrl]).toEqual([sent.orderNo, sent.payUrl]);
      expect([created.orderNo !== '', new URL(created.payUrl ?? 'https://none').protocol]).toEqual([true, 'https:']);
    }),
    { numRuns: 1000 },
  );
});

it('quotes and limits are exact, or none', () => {
  const amounts = ['cryptoPrice', 'fiatQuantity', 'rampFee', 'networkFee', 'rebateUsdAmount'] as const;
  const limits = { minPurchaseAmount: 'minBuyAmount', maxSellAmount: 'maxSellAmount' } as const;
  fc.assert(
    fc.property(rawMembers([...amounts, ...Object.keys(limits)]), (members) => {
      const quote = objectOf([...members, ['cryptoQuantity', '"1.50"']]);
      for (const one of believed(READERS.quotes, quote)?.quotes ?? []) {
        for (const name of amounts) expectAmount(one[name], rawOf(members, name));
      }
      const pair = objectOf([...members, ['crypto', '"USDT"'], ['network', '"ETH"']]);
      const [listed] = believed(READERS.list, `[${pair}]`)!.pairs;
      for (const [name, ours] of Object.entries(limits)) expectAmount(listed![ours], rawOf(members, name));
    }),
    { numRuns: 500 },
  );
});

describe('an unknown value', () => {
  const SENSITIVE = ['name', 'account', 'card', 'email', 'signature', 'payUrl', 'id_card', 'Phone'];
  const PLANTED = '8812345678901';
  const planted = fc.constantFrom(
    ...[`"${PLANTED}"`, PLANTED, `["${PLANTED}"]`, `{"no":"${PLANTED}"}`, `[[{"no":${PLANTED}}]]`],
  );

  it('is kept unchanged, without personal or secret values', () => {
    const words = fc.stringMatching(/^[A-Z_]{1,30}$/);
    fc.assert(
      fc.property(words, words, fc.constantFrom(...SENSITIVE), planted, (status, extra, name, value) => {
        const data = `{"status":"${status}","more":{"${name}":${value}},"extra":["${extra}"],"note":"to ${PLANTED} it went"}`;
        const seen = maskSeen(openAnswer(200, null, Buffer.from(`{"data":${data}}`)), []);
        expect(seen).toMatchObject({ data: { status, extra: [extra] } });
        expect(JSON.stringify(seen)).not.toContain(PLANTED);
      }),
    );
  });
});

it('any text is a moment of these two centuries, or null', () => {
  const part = fc.constantFrom(
    ...'0123456789',
    '2026',
    '0102',
    '-',
    ' ',
    'T',
    ':',
    '03:04:05',
    'Z',
    '+08:00',
    '.9',
    '１',
    '\0',
  );
  const near = fc.array(part, { maxLength: 12 }).map((parts) => parts.join(''));
  const digits = fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }).map(String);
  const zones = fc.constantFrom('UTC', 'Asia/Singapore', 'Pacific/Chatham', 'America/St_Johns');
  fc.assert(
    fc.property(fc.oneof(near, digits, fc.string({ unit: 'binary' })), zones, (text, zone) => {
      const moment = readProviderTime(text, zone);
      if (moment === null) return;
      expect(moment.getUTCFullYear()).toSatisfy((year: number) => year >= 2000 && year < 2200);
      if (/^\d+$/.test(text)) expect(String(moment.getTime())).toBe(text);
      else expect(text).toMatch(/^\d{4}-?\d\d-?\d\d[ T]\d\d:\d\d:\d\d/);
    }),
    { numRuns: 2000 },
  );
});
