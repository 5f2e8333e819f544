import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { merchantOf } from '../../sandbox/test/support/merchant.js';
import { CONFORMANCE_ENV, CREATE, conformance } from '../support/conformance.js';
import type { Report, SeenPoint } from '../support/conformance.js';
import { CREDENTIALS, Sandbox } from '../support/sandbox-client.js';

/** A provider that settles open points of the contract differently from the sandbox's defaults. */
interface Variant {
  readonly name: string;
  /** Body of `/_control/behaviour`. */
  readonly behaviour?: Readonly<Record<string, unknown>>;
  /** Settings that the program needs to be accepted at all. */
  readonly settingsOfOurs?: Readonly<Record<string, string>>;
  /** Further changes to the sandbox; it has a BUY order `looked-at` and a SELL order `sold`. */
  readonly arrange?: (sandbox: Sandbox) => Promise<unknown>;
  /** The observations that differ from the default sandbox's. */
  readonly sees: Readonly<Record<string, SeenPoint['value']>>;
  readonly settings?: readonly string[];
  readonly fails?: readonly string[];
}

const notFound = (value: string, setting: string) => ({
  'not-found.buy': value,
  'not-found.buy-by-order-no': value,
  'not-found.sell': value,
  'not-found.setting': setting,
});

/** What each judge sees in an answer is in `tools/provider-kit/test/conformance/judges.test.ts`. */
const VARIANTS: readonly Variant[] = [
  {
    name: 'signed as v4',
    behaviour: { signature: 'v4' },
    sees: { 'signature.scheme': 'v4' },
    settings: ['RAMP_SIGNATURE=v4'],
  },
  {
    name: 'signed as legacy',
    behaviour: { signature: 'legacy' },
    sees: { 'signature.scheme': 'legacy', 'signature.unsigned-parameter': 'accepted' },
    settings: ['RAMP_SIGNATURE=legacy'],
  },
  {
    name: 'dates of Singapore',
    behaviour: { timeZone: 'Asia/Singapore' },
    sees: { 'dates.zone': 'Asia/Singapore' },
    settings: ['RAMP_TIME_ZONE=Asia/Singapore'],
  },
  {
    name: 'amounts in whole dollars',
    behaviour: { fiatDecimals: { USD: '0' } },
    sees: { 'amounts.fiat-precision': 'whole' },
    settings: ['FIAT_DECIMALS=USD=0'],
  },
  {
    name: 'not found: empty data',
    behaviour: { unknownOrder: 'empty-object' },
    sees: notFound('empty-object', 'empty'),
  },
  {
    name: 'not found: a 404 page',
    behaviour: { unknownOrder: 'not-found-404' },
    sees: { ...notFound('page-404', 'none'), 'http.content-type': ['application/json', 'text/html'] },
  },
  {
    name: 'not found: a refusal',
    behaviour: { unknownOrder: 'refusal' },
    sees: notFound('refusal', '1006'),
    settings: ['RAMP_NOT_FOUND=1006'],
  },
  {
    name: 'not found: a refusal that quotes the number',
    behaviour: { unknownOrder: 'refusal-with-number' },
    sees: notFound('refusal-with-number', '1006'),
  },
  { name: 'refusals with HTTP 400', behaviour: { refusalHttpStatus: 400 }, sees: { 'http.refusal-status': '400' } },
  {
    name: 'a BUY record without its envelope',
    arrange: (sandbox) => sandbox.fault({ endpoint: 'query', act: 'bare', merchantOrderNo: 'looked-at', times: 0 }),
    sees: { 'envelope.buy': 'both' },
    fails: ['every answer has the envelope'],
  },
  {
    name: 'a BUY status beyond the contract',
    arrange: (sandbox) => sandbox.force('looked-at', 'RISK_CONTROL', {}, false),
    sees: { 'status.buy': ['RISK_CONTROL'] },
  },
  {
    name: 'a clock ten minutes behind ours',
    arrange: (sandbox) => sandbox.control('POST', '/clock', { offsetMs: -600_000 }),
    sees: { 'clock.skew-seconds': -600 },
  },
  {
    name: 'signed with knobs of its own',
    behaviour: {
      ...{ signature: 'custom', signatureDigest: 'sha512', signatureKey: 'suffix', signatureEncoding: 'HEX' },
      ...{ signatureHeaders: { appid: 'X-App', sign: 'X-Sign' }, signaturePathPrefix: '/gate/v9' },
    },
    settingsOfOurs: {
      ...{ RAMP_SIGNATURE: 'custom', RAMP_SIGNATURE_DIGEST: 'sha512', RAMP_SIGNATURE_KEY: 'suffix' },
      ...{ RAMP_SIGNATURE_ENCODING: 'HEX', RAMP_SIGNATURE_HEADERS: 'appid=X-App,sign=X-Sign' },
      RAMP_SIGNATURE_PATH_PREFIX: '/gate/v9',
    },
    sees: { 'signature.scheme': 'custom' },
    settings: ['RAMP_SIGNATURE=custom'],
  },
  {
    name: 'empty values are signed',
    behaviour: { signature: 'custom', signatureEmpty: 'keep' },
    settingsOfOurs: { RAMP_SIGNATURE: 'custom', RAMP_SIGNATURE_EMPTY: 'keep' },
    sees: { 'signature.scheme': 'custom', 'signature.empty-parameter': 'refused' },
  },
  {
    name: 'only some names are signed',
    behaviour: { signature: 'custom', signatureNames: 'appid,timestamp' },
    settingsOfOurs: { RAMP_SIGNATURE: 'custom', RAMP_SIGNATURE_NAMES: 'appid,timestamp' },
    sees: { 'signature.scheme': 'custom', 'signature.unsigned-parameter': 'accepted' },
  },
  {
    name: 'signatures refused with a code and a status of their own',
    behaviour: { signatureRefusedCode: '1099', signatureRefusedHttpStatus: 401 },
    sees: { 'signature.refused-code': '1099', 'http.refusal-status': ['200', '401'] },
    settings: ['RAMP_SIGNATURE_REFUSED_CODES=1099'],
  },
  {
    name: 'tokens refused with a code and a status of their own',
    behaviour: { tokenRefusedCode: '1088', tokenRefusedHttpStatus: 403 },
    sees: {
      'create.without-token': '1088',
      'create.wrong-token': '1088',
      'http.refusal-status': ['200', '403'],
    },
    settings: ['RAMP_ACCESS_TOKEN_REFUSED_CODES=1088'],
  },
  {
    name: 'BUY records never have an envelope',
    behaviour: { buyAnswer: 'bare' },
    sees: { 'envelope.buy': 'bare' },
    fails: ['every answer has the envelope'],
  },
  { name: 'SELL records never have an envelope', behaviour: { sellAnswer: 'bare' }, sees: { 'envelope.sell': 'bare' } },
  {
    name: 'all dates with dashes',
    behaviour: { dateFormat: 'dashes' },
    sees: { 'dates.format': 'yyyy-MM-dd HH:mm:ss' },
    fails: ['BUY record: format of the dates'],
  },
  {
    name: 'amounts are numbers',
    behaviour: { numbers: 'numbers' },
    sees: { 'amounts.records': 'number', 'amounts.quote': 'number' },
    fails: ['BUY record: all values are strings', 'SELL record: all values are strings'],
  },
  {
    name: "the list's limits are strings",
    behaviour: { listNumbers: 'strings' },
    sees: { 'amounts.list': 'string' },
    fails: ['list: types of the fields'],
  },
  {
    name: 'a further field in every record',
    behaviour: { recordFields: { loyaltyTier: 'gold' } },
    sees: { 'fields.buy-record': ['loyaltyTier'], 'fields.sell-record': ['loyaltyTier'] },
  },
  { name: 'no traceId', behaviour: { traceId: false }, sees: { 'trace-id': 'never' } },
  {
    name: 'no Date header',
    behaviour: { dateHeader: false },
    sees: { 'clock.date-header': 'never', 'clock.skew-seconds': null },
  },
  {
    name: 'a Date header that is not from the clock of timestamps',
    behaviour: { dateSkewMs: 900_000 },
    // The header has whole seconds, so that an answer that takes a moment is a second off.
    sees: { 'clock.skew-seconds': expect.closeTo(900, -1) as number },
  },
];

/** Creates an order of each side, turns the sandbox into the variant, and runs the program. */
async function examine(sandbox: Sandbox, variant: Partial<Variant> = {}) {
  const { behaviour, arrange, settingsOfOurs } = variant;
  const { appId, appSecret, accessToken } = CREDENTIALS;
  const merchant = merchantOf(sandbox.url, { appId, appSecret });
  const made = await merchant.create({ merchantOrderNo: 'looked-at' }, { headers: { 'access-token': accessToken } });
  expect(made.returnCode).toBe('0000');
  await sandbox.control('POST', '/sell-orders', { merchantOrderNo: 'sold' });
  const { orderNo } = await sandbox.order('sold');
  if (behaviour !== undefined) await sandbox.control('POST', '/behaviour', behaviour);
  await arrange?.(sandbox);
  // A named method, so that creates do not depend on quotes.
  const looking = ['--merchant-order-no', 'looked-at', '--sell-order-no', orderNo, '--pay-way-code', '10001'];
  return conformance(sandbox.url, [...CREATE, ...looking], { ...CONFORMANCE_ENV, ...settingsOfOurs });
}

describe('conformance: distinguishes providers', () => {
  let sandbox: Sandbox;
  let usual: Report;

  beforeAll(async () => {
    sandbox = await Sandbox.start({ SANDBOX_PACE_MS: '3600000' });
    usual = (await examine(sandbox)).report;
  });

  afterAll(() => sandbox.stop());

  it('of the default sandbox observes every point, and the contract holds', () => {
    expect(usual.failed).toEqual([]);
    expect(Object.entries(usual.values).filter(([, value]) => value === null)).toEqual([]);
    expect(usual.settings.sort()).toEqual([
      'RAMP_ACCESS_TOKEN_REFUSED_CODES=1003',
      'RAMP_NOT_FOUND=null',
      'RAMP_SIGNATURE=v3',
      'RAMP_SIGNATURE_REFUSED_CODES=1002',
      'RAMP_TIME_ZONE=UTC',
    ]);
  });

  it.each(VARIANTS)('$name', async (variant) => {
    await sandbox.control('POST', '/reset');
    const { report, code } = await examine(sandbox, variant);
    const { sees, fails = [], settings = [] } = variant;
    // Each row must change something: a default observation would prove nothing.
    for (const [name, value] of Object.entries(sees)) expect(usual.seen(name).value, name).not.toEqual(value);
    expect(report.values).toEqual({ ...usual.values, ...sees });
    expect(report.failed).toEqual(fails);
    expect(report.settings).toEqual(expect.arrayContaining([...settings]));
    expect(code).toBe(fails.length === 0 ? 0 : 1);
  });
});
