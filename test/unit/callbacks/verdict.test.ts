import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readCallback } from '../../../src/callbacks/decisions/callback-fields.js';
import { judgeCallback } from '../../../src/callbacks/decisions/verdict.js';
import type { JudgedCallback, Verdict, Verification } from '../../../src/callbacks/decisions/verdict.js';
import type { CallbackVerification } from '../../../src/platform/config/settings.js';
import { Secret } from '../../../src/platform/shared/secret.js';

interface Vector {
  readonly name: string;
  readonly how: Partial<CallbackVerification> & { readonly scheme: CallbackVerification['scheme'] };
  readonly method: string;
  readonly query: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Signatures that were worked out in another language, from texts put together by hand. */
const FILE = JSON.parse(readFileSync(new URL('fixtures/callback-vectors.json', import.meta.url), 'utf8')) as {
  readonly appId: string;
  readonly secrets: readonly string[];
  readonly path: string;
  readonly signedAt: string;
  readonly vectors: readonly Vector[];
};
const NOW = new Date(Number(FILE.signedAt) + 1000);
const SECRETS = FILE.secrets.map((secret) => new Secret(secret));
const RAW = { header: 'signature', digest: 'sha256', encoding: 'hex' } as const;

function verification(how: Vector['how'], secrets = SECRETS): Verification {
  return { how: { ...RAW, ...how }, appId: FILE.appId, secrets };
}

type Change = Partial<Omit<JudgedCallback, 'fields' | 'body'>> & { readonly body?: string | Uint8Array };

function callback(vector: Vector, change: Change = {}): JudgedCallback {
  const { method, query, headers, body } = { ...vector, ...change };
  const content = { query, body: typeof body === 'string' ? Buffer.from(body) : body };
  return { method, headers, path: FILE.path, ...change, ...content, fields: readCallback(content) };
}

const judge = (vector: Vector, change: Change = {}, now = NOW): Verdict =>
  judgeCallback(verification(vector.how), callback(vector, change), now);

const VALID: Verdict = { verdict: 'valid', reason: null };
const invalid = (reason: string): unknown => ({ verdict: 'invalid', reason });
const find = (scheme: string): Vector => FILE.vectors.find(({ how }) => how.scheme === scheme)!;

describe('a callback that is signed as the settings say', () => {
  it.each(FILE.vectors)('is valid: $how.scheme $how.digest $how.encoding, $name', (vector) => {
    expect(judge(vector)).toEqual(VALID);
  });

  it.each(FILE.vectors)('and with no other secret: $how.scheme, $name', (vector) => {
    const others = [new Secret(`${FILE.secrets[0]!} `), new Secret('')];
    expect(judgeCallback(verification(vector.how, others), callback(vector), NOW)).toEqual(
      invalid('the signature does not fit'),
    );
    expect(judgeCallback(verification(vector.how, []), callback(vector), NOW).verdict).toBe('invalid');
  });

  it('is so whatever the other scheme would say', () => {
    const [older, twice] = [find('fields'), find('fields-twice')];
    expect(judge({ ...older, how: twice.how })).toEqual(invalid('the signature does not fit'));
    expect(judge({ ...twice, how: older.how })).toEqual(invalid('the signature does not fit'));
    expect(judge({ ...older, how: { scheme: 'body' } })).toEqual(invalid('no signature in it'));
  });
});

describe('newSignature covers', () => {
  const vector = find('body');
  it.each<[string, Change]>([
    ['the timestamp', { headers: { timestamp: String(Number(FILE.signedAt) + 1) } }],
    ['the method', { method: 'PUT' }],
    ['the path that the provider was told', { path: FILE.path.replace('/pay', '') }],
    ['the status', { body: vector.body.replace('FINISHED', 'PAY_FAIL') }],
    ['the digits of a number', { body: vector.body.replace('100.50', '100.5') }],
    ['what is nested', { body: vector.body.replace('1.0', '1.1') }],
    ['a further field', { body: vector.body.replace('{', '{"more":"1",') }],
  ])('%s', (_, change) => {
    expect(judge(vector, change)).toEqual(invalid('the signature does not fit'));
  });

  it.each<[string, Change]>([
    ['an empty field', { body: vector.body.replace('{', '{"more":"","other":null,') }],
    ['blanks and line ends', { body: vector.body.replaceAll('","', '" ,\n "') }],
    ['the older signature', { body: vector.body.replace('whatever', 'anything') }],
    ['the query', { query: 'from=a-proxy' }],
    ['the content type', { headers: { timestamp: FILE.signedAt, 'content-type': 'text/html' } }],
  ])('but not %s', (_, change) => {
    expect(judge(vector, change)).toEqual(VALID);
  });
});

it('newSignature sorts names by their characters, capitals first', () => {
  const text = `${FILE.signedAt}POST${FILE.path}{"B":"1","Zone":"2","a":"3","b":"4","ä":"5"}`;
  const sign = createHmac('sha256', FILE.secrets[0]!).update(text).digest('base64');
  const body = `{"ä":"5","b":"4","Zone":"2","newSignature":"${sign}","a":"3","B":"1"}`;
  expect(judge(find('body'), { body })).toEqual(VALID);
});

it.each([
  ['status', 'FINISHED', true],
  ['orderNo', '1088000001', false],
  ['crypto', 'USDT', false],
  ['network', 'ETH', false],
  ['address', '0xAbC', false],
])('the older signature and a changed %s', (_, word, isStillValid) => {
  const vector = find('fields');
  const changed = judge(vector, { body: vector.body.replace(word, '7') });
  expect(changed).toEqual(isStillValid ? VALID : invalid('the signature does not fit'));
});

it('the older signature is of our appId, whatever the callback says', () => {
  const vector = find('fields');
  const body = vector.body.replace('{', '{"appId":"another",');
  expect(judge(vector, { body })).toEqual(VALID);
  const of = { ...verification(vector.how), appId: 'another' };
  expect(judgeCallback(of, callback(vector, { body }), NOW).verdict).toBe('invalid');
});

describe('what is lacking has a name', () => {
  const stamped = find('stamped-hmac');
  const raw = find('raw-hmac');
  it.each<[string, Vector, Change, unknown]>([
    ['a body that is no JSON', find('body'), { body: '{"status":' }, invalid('it cannot be read')],
    ['a name twice', find('fields'), { body: '{"a":1,"a":2}' }, invalid('it cannot be read')],
    ['nothing at all', find('body'), { body: '' }, invalid('it cannot be read')],
    ['no newSignature', find('body'), { body: '{"signature":"x"}' }, invalid('no signature in it')],
    ['a newSignature that is no text', find('body'), { body: '{"newSignature":{}}' }, invalid('no signature in it')],
    ['no signature', find('fields'), { body: '{"newSignature":"x"}' }, invalid('no signature in it')],
    ['no timestamp', find('body'), { headers: {} }, invalid('no timestamp in it')],
    ['no header', raw, { headers: {} }, invalid('no signature in it')],
    ['an empty header', raw, { headers: { 'x-sig': ' ' } }, invalid('no signature in it')],
    ['half a signature', raw, { headers: { 'x-sig': 'abc' } }, invalid('the signature does not fit')],
    ['a changed byte', raw, { body: `${raw.body} ` }, invalid('the signature does not fit')],
    ['t alone', stamped, { headers: { 'x-sig': 't=1' } }, invalid('no signature in it')],
    ['s alone', stamped, { headers: { 'x-sig': 's=1' } }, invalid('no timestamp in it')],
    [
      'another t',
      stamped,
      { headers: { 'x-sig': stamped.headers['x-sig']!.replace('t=1', 't=2') } },
      invalid('the signature does not fit'),
    ],
    ['a header of another form', stamped, { headers: { 'x-sig': ',,=,t' } }, invalid('no signature in it')],
  ])('%s', (_, vector, change, verdict) => {
    expect(judge(vector, change)).toEqual(verdict);
  });

  it('without PUBLIC_URL newSignature cannot be checked', () => {
    expect(judge(find('body'), { path: null })).toEqual({
      verdict: 'unchecked',
      reason: 'its path is not known without PUBLIC_URL',
    });
    for (const vector of FILE.vectors.filter(({ how }) => how.scheme !== 'body')) {
      expect(judge(vector, { path: null })).toEqual(VALID);
    }
  });
});

describe('an old timestamp is noted and decides nothing', () => {
  const stamped = FILE.vectors.filter(({ how }) => ['body', 'stamped-hmac'].includes(how.scheme));
  it.each(stamped)('$how.scheme, $name', (vector) => {
    // One of them is in whole seconds.
    const at = (ms: number): Verdict => judge(vector, {}, new Date(Number(FILE.signedAt) + ms));
    for (const ms of [-300_000, 0, 300_000]) expect(at(ms)).toEqual(VALID);
    for (const ms of [-300_001, 300_001, 8 * 3_600_000]) {
      expect(at(ms)).toEqual({ verdict: 'valid', reason: 'signed more than 5 minutes from now' });
    }
  });
});

it('a digest that the machine does not have stops nothing', () => {
  const vector = find('raw-hmac');
  expect(judge({ ...vector, how: { ...vector.how, digest: 'md99' as 'md5' } })).toEqual({
    verdict: 'unchecked',
    reason: 'it could not be checked',
  });
});

it('nothing is checked where nothing is set', () => {
  for (const vector of FILE.vectors) {
    expect(judge({ ...vector, how: { scheme: 'none' } })).toEqual({ verdict: 'unchecked', reason: null });
  }
});

it('whatever comes gets a verdict, is never valid by chance, and is not repeated in the reason', () => {
  const scheme = fc.constantFrom(...FILE.vectors.map(({ how }) => how));
  const headers = fc.dictionary(fc.constantFrom('x-sig', 'signature', 'timestamp'), fc.string({ unit: 'binary' }));
  const body = fc.oneof(
    fc.uint8Array({ maxLength: 300 }),
    fc.json().map((text) => Buffer.from(text)),
    fc
      .dictionary(fc.constantFrom('signature', 'newSignature', 'orderNo', 'status'), fc.jsonValue())
      .map((value) => Buffer.from(JSON.stringify(value))),
  );
  fc.assert(
    fc.property(scheme, headers, body, fc.string(), (how, given, bytes, query) => {
      const vector: Vector = { name: '', how, method: 'POST', query, headers: given, body: '' };
      const verdict = judge(vector, { body: bytes });
      expect(verdict.verdict).toBe('invalid');
      expect(REASONS).toContain(verdict.reason);
    }),
    { numRuns: 500 },
  );
});

const REASONS = ['it cannot be read', 'no signature in it', 'no timestamp in it', 'the signature does not fit'];
