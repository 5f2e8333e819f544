import { Console } from 'node:console';
import { Writable } from 'node:stream';
import { format, inspect } from 'node:util';
import { describe, expect, it, vi } from 'vitest';
import { canonicalEmail, lineFault, linesFault } from '#src/platform/text/text.js';
import { canonicalCountry, countryFault, COUNTRIES } from '#src/platform/terms/countries.js';
import { cachedFor } from '#src/platform/time/promises.js';
import { Secret } from '#src/platform/callers/secret.js';
import { ProcessTime } from '#src/platform/time/time.js';

const STEERING = 'must be one line, without control or text direction characters';

describe('a line of free text', () => {
  it.each(['Example Shop', 'متجر', 'क्‍ष', '👩‍💻 & Co', 'a'.repeat(20), '👩'.repeat(20)])('may be %j', (text) => {
    expect(lineFault(text, 1, 20)).toBeNull();
  });

  it.each([
    '\n',
    '\r',
    '\t',
    '\0',
    '\u007f',
    '\u0085',
    '\u001b',
    '\u2028',
    '\u2029',
    '\u061c',
    '\u200e',
    '\u200f',
    '\u202a',
    '\u202b',
    '\u202c',
    '\u202d',
    '\u202e',
    '\u2066',
    '\u2067',
    '\u2068',
    '\u2069',
  ])('must not contain %j', (character) => {
    for (const text of [character, `a${character}`, `${character}a`, `a${character}b`]) {
      expect(lineFault(text, 1, 20)).toBe(STEERING);
    }
  });

  it.each([
    [7, 'must be a string'],
    [['a'], 'must be a string'],
    [undefined, 'must be a string'],
    ['', 'must have 1 to 20 characters'],
    ['a'.repeat(21), 'must have 1 to 20 characters'],
  ])('refuses %j', (value, fault) => {
    expect(lineFault(value, 1, 20)).toBe(fault);
  });

  it.each([
    ['a\n\tb', null],
    ['a\rb', 'must be text without control or text direction characters'],
    ['a\u202eb', 'must be text without control or text direction characters'],
    ['', 'must have 1 to 20 characters'],
    ['a\n'.repeat(11), 'must have 1 to 20 characters'],
    [7, 'must be a string'],
  ])('of several lines: %j', (value, fault) => {
    expect(linesFault(value, 1, 20)).toBe(fault);
  });
});

describe('an e-mail address', () => {
  it.each([
    ['  Jane@Example.COM ', 'jane@example.com'],
    ['ju\u0308rgen@example.com', 'j\u00fcrgen@example.com'],
    ['jane@b\u00fccher.example', 'jane@xn--bcher-kva.example'],
    ['jane@bu\u0308cher.example', 'jane@xn--bcher-kva.example'],
    ['jane@XN--BCHER-KVA.example', 'jane@xn--bcher-kva.example'],
    ['"a@b"@example.com', '"a@b"@example.com'],
    ['no address', 'no address'],
    ['jane@', 'jane@'],
  ])('%j is found as %j', (spelled, canonical) => expect(canonicalEmail(spelled)).toBe(canonical));
});

describe('the code of a country', () => {
  it('is one of the 249 that ISO 3166-1 assigns, or Kosovo’s', () => {
    expect(new Set(COUNTRIES).size).toBe(250);
    expect(COUNTRIES).toContain('XK');
    expect(COUNTRIES.map(countryFault).filter((fault) => fault !== null)).toEqual([]);
  });

  it.each([
    ['UK', 'must be GB: UK is not assigned'],
    ['EL', 'must be GR: EL is not assigned'],
    ['TP', 'must be TL: TP is not assigned'],
    ...['XX', 'ZZ', 'AA', 'EU', 'EN', 'SU', 'YU'].map((code) => [
      code,
      `must be a code of ISO 3166-1, such as DE: ${code} is not assigned`,
    ]),
    ...['XYZ', 'D', '', ' XX', 276, null].map((code) => [code, 'must be two upper-case letters, such as DE']),
    ...['fr', 'FRA', ' FR', 'fra'].map((code) => [code, 'must be two upper-case letters, such as FR']),
  ])('%j: %s', (code, fault) => expect(countryFault(code)).toBe(fault));

  it.each([
    ['gb', 'GB'],
    ['UK', 'GB'],
    [' uk ', 'GB'],
    ['el', 'GR'],
    ['Na', 'NA'],
    ['XX', 'XX'],
    ['deu', 'DE'],
    ['GBR', 'GB'],
    ['XKK', 'XK'],
    ['AND', 'AD'],
    ['LBN', 'LB'],
    ['ZWE', 'ZW'],
    ['XXX', 'XXX'],
  ])('%s is compared as %s', (code, canonical) => expect(canonicalCountry(code)).toBe(canonical));
});

const HOUR = 3_600_000;

it('cachedFor: a failure reaches all its waiters and is not cached', async () => {
  const work = vi.fn(() => Promise.resolve('there'));
  work.mockRejectedValueOnce(new Error('away'));
  const cached = cachedFor(new ProcessTime(), HOUR, work);
  expect((await Promise.allSettled([cached(), cached()])).map(({ status }) => status)).toEqual([
    'rejected',
    'rejected',
  ]);
  expect(await cached()).toBe('there');
  expect(work).toHaveBeenCalledTimes(2);
});

const VALUE = 'correct horse battery staple';
const secret = new Secret(VALUE);

function written(...values: unknown[]): string {
  let text = '';
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      text += chunk.toString();
      done();
    },
  });
  new Console(stream).log(...values);
  return text;
}

describe('a secret', () => {
  it('is revealed by one method', () => expect(secret.reveal()).toBe(VALUE));

  it.each<[string, () => string]>([
    ['JSON', () => JSON.stringify({ secret, list: [secret] })],
    ['a template', () => `a ${secret as unknown as string}`],
    ['joining', () => ['a', secret].join()],
    ['adding', () => 'a' + String(secret)],
    ['util.inspect', () => inspect(secret)],
    ['util.inspect, deep, with everything hidden', () => inspect({ a: { secret } }, { showHidden: true, depth: 9 })],
    ['util.inspect without custom forms', () => inspect(secret, { customInspect: false, showHidden: true })],
    ['util.format', () => format('%s %o %O %j', secret, secret, secret, secret)],
    ['a console', () => written(secret, { secret }, [secret])],
    ['an error', () => inspect(new Error('x', { cause: secret }))],
    ['its members', () => JSON.stringify([Object.entries(secret), Object.getOwnPropertyNames(secret)])],
    ['a copy', () => JSON.stringify({ ...secret })],
    ['a map', () => inspect(new Map([[secret, secret]]))],
  ])('does not show in %s', (_, show) => expect(show()).not.toContain('horse'));

  it('prints that there is a secret', () =>
    expect(`${inspect(secret)} ${JSON.stringify(secret)}`).toMatch(/secret.*secret/));
});
