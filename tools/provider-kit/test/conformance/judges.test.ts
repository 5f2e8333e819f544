import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { judgeContract } from '#tools/provider-kit/conformance/judge/contract.js';
import { observe } from '#tools/provider-kit/conformance/judge/observations.js';
import type { Seen } from '#tools/provider-kit/conformance/judge/seen.js';
import type { ProbeName } from '#tools/provider-kit/conformance/plan/probes.js';
import type { ReportFinding } from '#tools/provider-kit/conformance/report.js';
import type { Exchange } from '#tools/provider-kit/conformance/wire/exchange.js';
import {
  ALL_PROBES,
  BUY_QUOTE,
  BUY_RECORD,
  CREATED,
  LIST_ENTRY,
  NOW,
  NUMBERS,
  SELL_QUOTE,
  SELL_RECORD,
  raw,
  refusal,
  seenWith,
  success,
} from './good-provider.js';

type Changes = Partial<Record<ProbeName, Exchange>>;
type Values = Readonly<Record<string, ReportFinding['value']>>;

function failed(seen: Seen): string[] {
  return judgeContract(seen)
    .filter(({ ok }) => ok === false)
    .map(({ name }) => name);
}

function values(seen: Seen): Values {
  return Object.fromEntries(observe(seen).map(({ name, value }) => [name, value]));
}

function finding(seen: Seen, name: string): ReportFinding {
  const found = observe(seen).find((observation) => observation.name === name);
  if (found === undefined) throw new Error(`nothing observes ${name}`);
  return found;
}

function without(record: object, ...names: string[]): object {
  return Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)));
}

const unknown = (answer: (number: string) => Exchange): Changes => ({
  'unknown-buy': answer(NUMBERS[0]),
  'unknown-buy-again': answer(NUMBERS[1]),
});

const NOT_FOUND_CODES: Changes = Object.fromEntries(
  [
    'unknown-buy',
    'unknown-buy-again',
    'unknown-buy-order-no',
    'unknown-sell',
    'unknown-sell-again',
    'unknown-sell-order-no',
  ].map((name) => [name, refusal('1006')]),
);

const created = (record: object): Changes => ({
  'created-by-order-no': success({ ...BUY_RECORD, ...record }),
  'created-by-merchant-no': success({ ...BUY_RECORD, ...record }),
});

it('a provider that follows the contract passes every checkable point', () => {
  const points = judgeContract(seenWith());
  expect(points.filter(({ ok }) => ok !== true).map(({ name, ok }) => [name, ok])).toEqual([
    ['3100 for a wrong commission', null],
    ['3106 for a risky address', null],
  ]);
  expect(Object.entries(values(seenWith())).filter(([, value]) => value === null)).toEqual([]);
});

describe('each deviation fails its own points only', () => {
  it.each<[what: string, changes: Changes, fails: readonly string[]]>([
    ['a list without the envelope', { list: raw(JSON.stringify([LIST_ENTRY])) }, ['every answer has the envelope']],
    [
      'success without returnMsg',
      { 'stamp-4.5-min-ahead': success([], { envelope: { returnMsg: 'ok' } }) },
      ['envelope of a success'],
    ],
    ['a code of five digits', { 'query-without-number': refusal('10001') }, ['envelope of a refusal']],
    [
      'a code that is a number',
      { 'query-without-number': refusal('1001', 'No', { envelope: { returnCode: 1001 } }) },
      ['envelope of a refusal'],
    ],
    ['a refusal without text', { 'query-without-number': refusal('1001', '') }, ['envelope of a refusal']],
    [
      'an old timestamp that is accepted',
      { 'stamp-6-min-old': success([]) },
      ['3103 for a timestamp of 6 minutes ago'],
    ],
    [
      'a good timestamp that is refused',
      { 'stamp-4.5-min-old': refusal('3103') },
      ['a timestamp of 4.5 minutes ago is good'],
    ],
    ['an unknown app that is let in', { 'unknown-app': success([]) }, ['3104 for an unknown appid']],
    ['a wrong path that is answered', { 'wrong-path': success([]) }, ['a wrong path is refused']],
    ['a wrong signature that is accepted', { 'wrong-signature': success([]) }, ['a wrong signature is refused']],
    ['no signature at all accepted', { 'no-signature': success([]) }, ['a missing signature is refused']],
    [
      'a minimum that is null',
      {
        list: success([{ ...LIST_ENTRY, maxPurchaseAmount: null }]),
        'list-without-fiat': success([{ ...LIST_ENTRY, maxPurchaseAmount: null }]),
      },
      ['list: types of the fields'],
    ],
    [
      'an entry that is no object',
      { list: success([LIST_ENTRY, 1]), 'list-without-fiat': success([LIST_ENTRY]) },
      ['list: an array of objects'],
    ],
    ['ONE that gives a list', { 'quote-one': success([BUY_QUOTE]) }, ['quote: BUY, ONE gives one record']],
    [
      'ONE without a price',
      { 'quote-one': success(without(BUY_QUOTE, 'cryptoPrice')) },
      ['quote: BUY, ONE gives one record'],
    ],
    [
      'ONE with a price in words',
      { 'quote-one': success({ ...BUY_QUOTE, cryptoPrice: 'much' }) },
      ['quote: BUY, ONE gives one record'],
    ],
    [
      'ONE in another fiat',
      { 'quote-one': success({ ...BUY_QUOTE, fiat: 'EUR' }) },
      ['quote: BUY, ONE gives one record'],
    ],
    [
      'ALL that gives one record',
      { 'quote-all': success(BUY_QUOTE) },
      ['quote: BUY, ALL gives a record for each method'],
    ],
    [
      'ALL with failures alone',
      { 'quote-all': success([{ payWayCode: '1', returnCode: '3100' }]) },
      ['quote: BUY, ALL gives a record for each method'],
    ],
    [
      'SELL without fiatQuantity',
      { 'quote-sell': success(without(SELL_QUOTE, 'fiatQuantity')) },
      ['quote: SELL gives fiatQuantity'],
    ],
    [
      'SELL with a network fee',
      { 'quote-sell': success({ ...SELL_QUOTE, networkFee: '1' }) },
      ['quote: SELL gives fiatQuantity'],
    ],
    [
      'SELL that minds payWayCode',
      { 'quote-sell-buy-fields': refusal('1001') },
      ['quote: SELL ignores payWayCode and type'],
    ],
    ['a known order that is not found', { 'buy-by-order-no': success(null) }, ['BUY order: found by orderNo']],
    ['nothing without a side', { 'buy-without-side': success(null) }, ['BUY order: looked for when no side is named']],
    [
      'a record without alpha2',
      { 'buy-by-order-no': success({ ...without(BUY_RECORD, 'alpha2'), orderNo: '8001' }) },
      ['BUY record: every field is there'],
    ],
    [
      'a final field that is missing',
      { 'buy-by-order-no': success({ ...BUY_RECORD, orderNo: '8001', status: 'FINISHED' }) },
      ['BUY record: every field is there'],
    ],
    [
      'a date with dashes',
      { 'buy-by-order-no': success({ ...BUY_RECORD, orderNo: '8001', payTime: '2026-03-01 10:00:00' }) },
      ['BUY record: format of the dates'],
    ],
    [
      'another order',
      {
        'buy-by-order-no': success({ ...BUY_RECORD, orderNo: '8002' }),
        'buy-without-side': success({ ...BUY_RECORD, orderNo: '8002' }),
      },
      ['record: of the order that was asked for'],
    ],
    [
      "somebody else's application",
      { 'sell-by-order-no': success({ ...SELL_RECORD, appId: 'app-2' }) },
      ['record: of the order that was asked for'],
    ],
    [
      'a SELL status that is a number',
      { 'sell-by-order-no': success({ ...SELL_RECORD, status: 1 }) },
      ['SELL record: all values are strings'],
    ],
    ['a SELL order that is not found', { 'sell-by-order-no': success(null) }, ['SELL order: found by orderNo']],
    [
      'a bare BUY record',
      { 'buy-by-merchant-no': raw(JSON.stringify({ ...BUY_RECORD, orderNo: '8001' })) },
      ['every answer has the envelope'],
    ],
    ['a create without payUrl', { create: success(without(CREATED, 'payUrl')) }, ['create: orderNo and payUrl']],
    [
      'a payUrl that is no address',
      { create: success({ ...CREATED, payUrl: 'javascript:alert(1)' }) },
      ['create: orderNo and payUrl'],
    ],
    [
      'a created order that is not found',
      { 'created-by-merchant-no': success(null) },
      ['create: the order is found by merchantOrderNo'],
    ],
    ['another address in the record', created({ address: '0x0' }), ['create: the record says what was asked for']],
    ['another amount in the record', created({ amount: '41.01' }), ['create: the record says what was asked for']],
    ['the same amount, written otherwise', created({ amount: '41.0' }), []],
    [
      'a create without token that is taken',
      { 'create-without-token': success(CREATED) },
      ['create: refused without an access token'],
    ],
    [
      'a create with a wrong token that is taken',
      { 'create-wrong-token': success(CREATED) },
      ['create: refused with a wrong access token'],
    ],
    ['an address that is taken', { 'create-wrong-address': success(CREATED) }, ['create: 3105 for no address at all']],
    ['3102 without limits', { 'create-too-much': refusal('3102', 'Out of range') }, ['3102 names both limits']],
    ['no answer', { 'quote-one': { kind: 'unanswered', detail: 'ECONNRESET' } }, []],
  ])('%s', (_, changes, fails) => {
    expect(failed(seenWith(changes))).toEqual(fails);
  });

  it('a probe without an answer is not checked, with the reason', () => {
    const seen = seenWith({ 'quote-one': { kind: 'unanswered', detail: 'ECONNRESET' } });
    const point = judgeContract(seen).find(({ name }) => name === 'quote: BUY, ONE gives one record');
    expect(point).toMatchObject({ ok: null, detail: 'no answer (ECONNRESET)' });
  });
});

describe('an observation changes only with its answer', () => {
  const usual = values(seenWith());
  const page = raw('<html>no such page</html>', { status: 404 });
  const byNumber = (text: (number: string) => string) => unknown((number) => refusal('1006', text(number)));

  it.each<[what: string, changes: Changes, sees: Values]>([
    [
      'not found: empty object',
      unknown(() => success({})),
      { 'not-found.buy': 'empty-object', 'not-found.setting': 'BUY:empty,null' },
    ],
    [
      'not found: the number quoted',
      byNumber((number) => `No ${number.toUpperCase()}`),
      { 'not-found.buy': 'refusal-with-number', 'not-found.setting': 'BUY:1006,null' },
    ],
    [
      'not found: never the same',
      unknown((number) => refusal(number.endsWith('a') ? '1006' : '1007')),
      { 'not-found.buy': 'changing', 'not-found.setting': 'BUY:1006,BUY:1007,null' },
    ],
    ['not found: a page', unknown(() => page), { 'not-found.buy': 'page-404' }],
    ['statuses beyond', { 'sell-by-order-no': success({ ...SELL_RECORD, status: '9' }) }, { 'status.sell': ['9'] }],
    ['the same order again', { 'create-again': success(CREATED) }, { 'create.repeated-number': 'same-order' }],
    ['a repeated number that is refused', { 'create-again': refusal('1007') }, { 'create.repeated-number': 'refused' }],
    [
      'a token that is never checked',
      { 'create-wrong-token': success(CREATED) },
      { 'create.wrong-token': 'not-refused' },
    ],
    ['a future that is not minded', { 'stamp-6-min-ahead': success([]) }, { 'clock.future-tolerance': 'over-6-min' }],
    [
      'a future that is minded at once',
      { 'stamp-4.5-min-ahead': refusal('3103') },
      { 'clock.future-tolerance': 'under-4.5-min' },
    ],
    ['a wrong path with another code', { 'wrong-path': refusal('4040') }, { 'code.wrong-path': '4040' }],
    ['whole amounts only', { 'quote-with-decimals': refusal('1004') }, { 'amounts.fiat-precision': 'whole' }],
    [
      'no whole amount either',
      {
        create: refusal('3100'),
        'quote-one': refusal('3100'),
        'quote-with-decimals': refusal('3100'),
      },
      { 'amounts.fiat-precision': null },
    ],
    ['Kathmandu', created({ createTime: '20260301 15:45:30' }), { 'dates.zone': 'Asia/Kathmandu' }],
    ['no zone at all', created({ createTime: '20260301 10:07:00' }), { 'dates.zone': 'unclear' }],
    [
      'milliseconds',
      created({ createTime: String(NOW) }),
      { 'dates.zone': 'in-the-date', 'dates.format': ['milliseconds', 'yyyyMMdd HH:mm:ss'] },
    ],
  ])('%s', (_, changes, sees) => {
    for (const [name, value] of Object.entries(sees)) expect(usual[name]).not.toEqual(value);
    expect(values(seenWith(changes))).toEqual({ ...usual, ...sees });
  });

  it('the zone follows the clock that checks timestamps', () => {
    const seen = seenWith(created({ createTime: '20260301 10:10:00' }), { offsetMs: 600_000 });
    expect(finding(seen, 'dates.zone').setting).toBe('RAMP_TIME_ZONE=UTC');
  });
});

describe('a code becomes a setting only if unambiguous', () => {
  it.each<[what: string, name: string, changes: Changes, setting: string | null]>([
    ['a code of its own', 'signature.refused-code', {}, 'RAMP_SIGNATURE_REFUSED_CODES=1002'],
    [
      'a code that refuses other things too',
      'signature.refused-code',
      { 'query-without-number': refusal('1002') },
      null,
    ],
    [
      'a code of the contract',
      'signature.refused-code',
      { 'wrong-signature': refusal('3107'), 'no-signature': refusal('3107'), 'wrong-path': refusal('1') },
      null,
    ],
    ['a code that no list can hold', 'signature.refused-code', { 'wrong-signature': refusal('10,02') }, null],
    ['a code of its own for tokens', 'create.wrong-token', {}, 'RAMP_ACCESS_TOKEN_REFUSED_CODES=1003'],
    ['not found', 'not-found.setting', {}, 'RAMP_NOT_FOUND=null'],
    [
      'not found with codes of its own',
      'not-found.setting',
      { ...NOT_FOUND_CODES, 'unknown-sell-order-no': refusal('3200') },
      'RAMP_NOT_FOUND=1006,SELL:3200',
    ],
    [
      'not found, as other things are refused',
      'not-found.setting',
      { ...NOT_FOUND_CODES, 'unknown-buy-order-no': success(null), 'wrong-path': refusal('1006') },
      'RAMP_NOT_FOUND=BUY:null',
    ],
    ['tokens refused as signatures are', 'create.wrong-token', { 'create-wrong-token': refusal('1002') }, null],
    ['tokens that are not refused', 'create.wrong-token', { 'create-wrong-token': success(CREATED) }, null],
  ])('%s: %s', (_, name, changes, setting) => {
    expect(finding(seenWith(changes), name).setting).toBe(setting);
  });

  it('none when everything is refused', () => {
    const seen = seenWith({}, { signature: { tried: ['v3', 'v4'], accepted: null } });
    expect(finding(seen, 'signature.refused-code')).toMatchObject({ value: '1002', setting: null });
    expect(finding(seen, 'signature.scheme')).toMatchObject({ value: null, setting: null });
  });
});

describe('any answer', () => {
  const MARK = '\u00a7planted\u00a7';
  const marked = fc
    .oneof(fc.string(), fc.constantFrom('PENDING', '0000', '', '3102', '9001'))
    .map((text) => MARK + text);
  const anything = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 3 },
      fc.constant(null),
      fc.boolean(),
      fc.double(),
      marked,
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(
        fc.oneof(
          fc.constantFrom('success', 'returnCode', 'returnMsg', 'data', 'orderNo', 'status', 'createTime', 'payUrl'),
          fc.constantFrom('crypto', 'network', 'fiat', 'cryptoPrice', 'payWayCode', 'minPurchaseAmount', '__proto__'),
          marked,
        ),
        tie('value'),
        { maxKeys: 6 },
      ),
    ),
  })).value;
  const enveloped = fc
    .record({
      success: fc.boolean(),
      returnCode: fc.oneof(marked, fc.constant('0000')),
      data: anything,
      traceId: marked,
    })
    .map((envelope): unknown => ({ returnMsg: MARK, extend: '', ...envelope }));

  it('causes no exception, and its values are not quoted', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom(...ALL_PROBES), fc.oneof(anything, enveloped), { minKeys: 1, maxKeys: 12 }),
        fc.integer({ min: 200, max: 599 }),
        (answers, status) => {
          const changes = Object.entries(answers).map(([name, json]) => [
            name,
            raw(JSON.stringify(json), { status, date: MARK }),
          ]);
          const seen = seenWith(Object.fromEntries(changes) as Changes);
          expect(JSON.stringify([judgeContract(seen), observe(seen)])).not.toContain('planted');
        },
      ),
      { numRuns: 500 },
    );
  });
});
