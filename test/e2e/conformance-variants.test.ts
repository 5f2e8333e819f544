import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { merchantOf } from '../sandbox/support/merchant.js';
import type { Scheme } from '../sandbox/support/sign.js';
import { CREATE, conformance } from '../support/conformance.js';
import type { Report, SeenPoint } from '../support/conformance.js';
import { CREDENTIALS, Sandbox } from '../support/sandbox-client.js';

/** A provider that decides what the contract leaves open in another way than the sandbox does by itself. */
interface Variant {
  readonly name: string;
  /** The sandbox's settings: it is a process of its own then. */
  readonly env?: Readonly<Record<string, string>>;
  /** Body of `/_control/behaviour`. */
  readonly behaviour?: Readonly<Record<string, unknown>>;
  /** What else is done to the sandbox; there is a BUY order `looked-at` and a SELL order `sold`. */
  readonly arrange?: (sandbox: Sandbox) => Promise<unknown>;
  /** Everything that is observed otherwise than of a sandbox that was left alone. */
  readonly sees: Readonly<Record<string, SeenPoint['value']>>;
  /** Settings that are named and were not before. */
  readonly settings?: readonly string[];
  /** Points of the contract that do not hold. */
  readonly fails?: readonly string[];
}

const notFound = (value: string) => ({
  'not-found.buy': value,
  'not-found.buy-by-order-no': value,
  'not-found.sell': value,
});

const VARIANTS: readonly Variant[] = [
  {
    name: 'signed as v4',
    env: { SANDBOX_SIGNATURE: 'v4' },
    sees: { 'signature.scheme': 'v4' },
    settings: ['RAMP_SIGNATURE=v4'],
  },
  {
    name: 'signed as legacy',
    env: { SANDBOX_SIGNATURE: 'legacy' },
    sees: { 'signature.scheme': 'legacy', 'signature.unsigned-parameter': 'accepted' },
    settings: ['RAMP_SIGNATURE=legacy'],
  },
  {
    name: 'dates of Singapore',
    env: { SANDBOX_TIME_ZONE: 'Asia/Singapore' },
    sees: { 'dates.zone': 'Asia/Singapore' },
    settings: ['RAMP_TIME_ZONE=Asia/Singapore'],
  },
  {
    name: 'dates of Kathmandu, which no whole number of hours is',
    env: { SANDBOX_TIME_ZONE: 'Asia/Kathmandu' },
    sees: { 'dates.zone': 'Asia/Kathmandu' },
    settings: ['RAMP_TIME_ZONE=Asia/Kathmandu'],
  },
  {
    name: 'dates three hours behind',
    env: { SANDBOX_TIME_ZONE: 'America/Sao_Paulo' },
    sees: { 'dates.zone': 'Etc/GMT+3' },
    settings: ['RAMP_TIME_ZONE=Etc/GMT+3'],
  },
  { name: 'not found: empty data', behaviour: { unknownOrder: 'empty-object' }, sees: notFound('empty-object') },
  {
    name: 'not found: a 404 page',
    behaviour: { unknownOrder: 'not-found-404' },
    sees: { ...notFound('page-404'), 'http.content-type': ['application/json', 'text/html'] },
  },
  { name: 'not found: a refusal', behaviour: { unknownOrder: 'refusal' }, sees: notFound('refusal') },
  {
    name: 'not found: a refusal that quotes the number',
    behaviour: { unknownOrder: 'refusal-with-number' },
    sees: notFound('refusal-with-number'),
  },
  { name: 'refusals with HTTP 400', behaviour: { refusalHttpStatus: 400 }, sees: { 'http.refusal-status': '400' } },
  {
    name: 'a BUY record without its envelope',
    arrange: (sandbox) => sandbox.fault({ endpoint: 'query', act: 'bare', merchantOrderNo: 'looked-at', times: 0 }),
    sees: { 'envelope.buy': 'both' },
    fails: ['every answer has the envelope'],
  },
  {
    name: 'a SELL record without its envelope',
    arrange: (sandbox) => sandbox.fault({ endpoint: 'query', act: 'bare', merchantOrderNo: 'sold', times: 0 }),
    sees: { 'envelope.sell': 'bare' },
  },
  {
    name: 'a BUY status beyond the contract',
    arrange: (sandbox) => sandbox.force('looked-at', 'RISK_CONTROL', {}, false),
    sees: { 'status.buy': ['RISK_CONTROL'] },
  },
  {
    name: 'a SELL status beyond the contract',
    arrange: (sandbox) => sandbox.force('sold', '9', {}, false),
    sees: { 'status.sell': ['9'] },
  },
  {
    name: 'a further field in the record',
    arrange: (sandbox) => sandbox.force('looked-at', 'PENDING', { loyaltyTier: 'gold' }, false),
    sees: { 'fields.buy-record': ['loyaltyTier'] },
  },
  {
    name: 'an amount that is a number',
    arrange: (sandbox) => sandbox.force('looked-at', 'PENDING', { amount: 100 }, false),
    sees: { 'amounts.records': 'number-and-string' },
    fails: ['BUY record: all values are strings'],
  },
  {
    name: 'dates with dashes',
    arrange: (sandbox) => sandbox.force('looked-at', 'PENDING', { createTime: '2026-01-31 12:00:00' }, false),
    sees: { 'dates.format': ['yyyy-MM-dd HH:mm:ss', 'yyyyMMdd HH:mm:ss'] },
    fails: ['BUY record: format of the dates'],
  },
  {
    name: 'a clock ten minutes behind ours',
    arrange: (sandbox) => sandbox.control('POST', '/clock', { offsetMs: -600_000 }),
    sees: { 'clock.skew-seconds': -600 },
  },
  {
    name: 'a redirect instead of quotes',
    arrange: (sandbox) => sandbox.fault({ endpoint: 'quote', act: 'redirect', times: 0 }),
    sees: {
      'http.redirects': [
        ...['quote-all', 'quote-one', 'quote-without-type', 'quote-number', 'quote-sell', 'quote-sell-buy-fields'],
        ...['quote-unknown-crypto', 'quote-unknown-fiat', 'quote-too-little', 'quote-too-much'],
      ],
      'http.content-type': ['application/json', 'none'],
      'request.amount-as-number': null,
      'amounts.quote': null,
      'quote.failed-methods': null,
      'fields.quote': null,
      'code.quote-unknown-crypto': 'no-envelope',
      'code.quote-unknown-fiat': 'no-envelope',
      'code.quote-too-little': 'no-envelope',
      'code.quote-too-much': 'no-envelope',
    },
    fails: [
      'every answer has the envelope',
      'quote: BUY, ONE gives one record',
      'quote: ONE when no type is named',
      'quote: BUY, ALL gives a record for each method',
      'quote: SELL gives fiatQuantity',
      'quote: SELL ignores payWayCode and type',
      'quote: an unknown crypto is refused',
      'quote: an unknown fiat is refused',
    ],
  },
];

const env = (variant: Variant): Readonly<Record<string, string>> => ({ SANDBOX_PACE_MS: '3600000', ...variant.env });

/** Two orders to look at, one of each side, then the variant's own arrangements; then what the program makes of it. */
async function examine(sandbox: Sandbox, { env: settings, behaviour, arrange }: Partial<Variant> = {}) {
  const { appId, appSecret, accessToken } = CREDENTIALS;
  const merchant = merchantOf(sandbox.url, { appId, appSecret });
  const scheme = (settings?.['SANDBOX_SIGNATURE'] ?? 'v3') as Scheme;
  const made = await merchant.create(
    { merchantOrderNo: 'looked-at' },
    { scheme, headers: { 'access-token': accessToken } },
  );
  expect(made.returnCode).toBe('0000');
  await sandbox.control('POST', '/sell-orders', { merchantOrderNo: 'sold' });
  const { orderNo } = await sandbox.order('sold');
  if (behaviour !== undefined) await sandbox.control('POST', '/behaviour', behaviour);
  await arrange?.(sandbox);
  // A method is named, so that creates do not hang on quotes.
  const looking = ['--merchant-order-no', 'looked-at', '--sell-order-no', orderNo, '--pay-way-code', '10001'];
  return conformance(sandbox.url, [...CREATE, ...looking]);
}

describe('the conformance program tells providers apart', () => {
  let shared: Sandbox;
  let usual: Report;

  beforeAll(async () => {
    shared = await Sandbox.start(env({ name: 'usual', sees: {} }));
    usual = (await examine(shared)).report;
  });

  afterAll(() => shared.stop());

  it('of a sandbox that is left alone every point is seen, and the contract holds', () => {
    expect(usual.failed).toEqual([]);
    expect(Object.entries(usual.values).filter(([, value]) => value === null)).toEqual([]);
    expect(usual.settings.sort()).toEqual([
      'RAMP_ACCESS_TOKEN_REFUSED_CODES=1003',
      'RAMP_SIGNATURE=v3',
      'RAMP_SIGNATURE_REFUSED_CODES=1002',
      'RAMP_TIME_ZONE=UTC',
    ]);
  });

  it.each(VARIANTS)('$name', async (variant) => {
    const own = variant.env === undefined ? null : await Sandbox.start(env(variant));
    if (own === null) await shared.control('POST', '/reset');
    try {
      const { report, code } = await examine(own ?? shared, variant);
      const { sees, fails = [], settings = [] } = variant;
      // Each row changes something: one that sees what is seen anyway proves nothing.
      for (const [name, value] of Object.entries(sees)) expect(usual.seen(name).value, name).not.toEqual(value);
      expect(report.values).toEqual({ ...usual.values, ...sees });
      expect(report.failed).toEqual(fails);
      expect(report.settings).toEqual(expect.arrayContaining([...settings]));
      expect(code).toBe(fails.length === 0 ? 0 : 1);
    } finally {
      await own?.stop();
    }
  });
});
