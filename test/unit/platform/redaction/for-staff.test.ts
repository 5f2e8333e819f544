import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Mask } from '#src/platform/redaction/for-staff.js';
import { visibilityOf } from '#src/platform/redaction/sensitive-fields.js';

const ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7';
const OTHER = '0x8617E340B3D01FA5F11F306F4090FD50E238070D';

describe('redaction for staff: a single value', () => {
  it.each([
    ['a long one: its ends', ADDRESS, '0x5290…9EE7'],
    ['of twenty characters', 'abcdefghijklmnopqrst', 'abcdef…qrst'],
    ['of nineteen: nothing of it', 'abcdefghijklmnopqrs', '[masked]'],
    ['a short one', '7', '[masked]'],
    ['an empty one says nothing', '', ''],
    ['an erased one says so', '[erased]', '[erased]'],
  ])('%s', (_what, value, shown) => {
    expect(new Mask([value]).field('address', value)).toBe(shown);
  });

  it('is masked entirely if its ends contain another value', () => {
    expect(new Mask([ADDRESS, '9ee7']).field('address', ADDRESS)).toBe('[masked]');
  });

  it.each([
    ['jane@example.com', 'j***@e***'],
    ['nobody', '[masked]'],
    ['@example.com', '[masked]'],
  ])('an e-mail address: %s', (email, shown) => {
    expect(new Mask([email]).field('customerEmail', email)).toBe(shown);
  });
});

describe('redaction for staff: a text', () => {
  const mask = new Mask([ADDRESS, 'memo-1047', 'c-1', 'jane.doe@example.com', 'Jane Doe']);

  it.each([
    ['a value in another letter case', `sent to ${ADDRESS.toLowerCase()}.`, 'sent to 0x5290…9ee7.'],
    ['a value of few characters', 'memo: MEMO-1047!', 'memo: [masked]!'],
    [
      'a short one, where it stands by itself',
      'c-1 is C-1, abc-1 and c-12 are not',
      '[masked] is [masked], abc-1 and c-12 are not',
    ],
    ['a value with signs that mean something', 'jane.doe@example.com, janeXdoe', 'j***@e***, janeXdoe'],
    ['a value as it stands in an address on the web', 'x?name=Jane%20Doe&y', 'x?name=[masked]&y'],
    ['somebody else\u2019s e-mail address', 'ask ann@example.org', 'ask a***@e***'],
    ['somebody else\u2019s wallet', `not ${OTHER}`, 'not 0x8617…070D'],
    ['a hash is no wallet', `0x${'ab'.repeat(32)}`, `0x${'ab'.repeat(32)}`],
  ])('%s', (_what, text, shown) => {
    expect(mask.text(text)).toBe(shown);
  });

  it('a value that contains another is matched whole', () => {
    expect(new Mask(['abcd', ADDRESS, `abcd${ADDRESS}`]).text(`to abcd${ADDRESS}.`)).toBe('to [masked].');
    expect(new Mask(['0x529084', ADDRESS.slice(6), ADDRESS]).text(`to ${ADDRESS}.`)).toBe('to 0x5290…9EE7.');
  });

  it('a URL without query, fragment, user and password', () => {
    expect(mask.field('redirectUrl', 'https://u:p@shop.example/back?session=1#2')).toBe(
      'https://shop.example/back?[masked]#[masked]',
    );
    expect(mask.field('redirectUrl', 'myapp://back/A-1#x')).toBe('myapp://back/A-1#[masked]');
  });
});

describe('redaction for staff: JSON', () => {
  const mask = new Mask([ADDRESS, '104729']);

  it.each<[string, unknown, unknown]>([
    [
      'a personal field at any depth',
      { data: [{ Address: OTHER, crypto: 'USDT' }] },
      { data: [{ Address: '0x8617…070D', crypto: 'USDT' }] },
    ],
    [
      'everything in it',
      { name: { first: 'Jo', more: ['X', 7, null, true] } },
      { name: { first: '[masked]', more: ['[masked]', '[masked]', null, true] } },
    ],
    ['a number that is a value', { extra: 104729, fee: 1.5 }, { extra: '[masked]', fee: 1.5 }],
    ['a name that is a value', { '104729': 1 }, { '[masked]': 1 }],
    ['what is masked already', { email: 'j***@e***', mail: '[masked]' }, { email: 'j***@e***', mail: '[masked]' }],
    [
      'what the history has redacted',
      { address: '0x5290…9EE7 #1:AbCdEfGhIjKlMnOp' },
      { address: '0x5290…9EE7 #1:AbCdEfGhIjKlMnOp' },
    ],
    ['a contract is nobody\u2019s', { tokenAddress: OTHER }, { tokenAddress: OTHER }],
    [
      'a secret by its name',
      { pay_url: 'https://pay.example/1', 'new-signature': 'x' },
      { pay_url: 'https:…le/1', 'new-signature': '[masked]' },
    ],
    ['nothing', null, null],
  ])('%s', (_what, value, shown) => {
    expect(mask.raw(value)).toEqual(shown);
  });

  it('holds no known value anywhere', () => {
    // Values that occur in the mask itself cannot be hidden.
    const isOwn = (text: string): boolean => '[masked]***@***'.includes(text.toLowerCase()) || /^[*@….]+$/.test(text);
    const known = fc.array(
      fc
        .oneof(fc.string({ minLength: 4, maxLength: 40, unit: 'binary' }), fc.string({ minLength: 4, maxLength: 60 }))
        .filter((text) => text.isWellFormed() && !isOwn(text) && !/[[\]*@]/.test(text)),
      { minLength: 1, maxLength: 4 },
    );
    const upper = (text: string): string =>
      text.toUpperCase().toLowerCase() === text.toLowerCase() ? text.toUpperCase() : text;
    fc.assert(
      fc.property(known, fc.string(), fc.jsonValue(), (values, text, json) => {
        const told = {
          plain: values.map((value) => `${text}${value}${text}`),
          loud: values.map((value) => `${text}${upper(value)}`),
          address: values.join(''),
          [values.join(' ')]: json,
        };
        const shown = textsIn(new Mask(values).raw(told)).map((one) => one.toLowerCase());
        for (const value of values) {
          expect(shown.filter((one) => one.includes(value.toLowerCase()))).toEqual([]);
        }
      }),
      { numRuns: 1000 },
    );
  });
});

const OWN_NAMES = new Set(['plain', 'loud', 'address']);

/** All texts in a value, and all member names except the test's own. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value === 'number') return [String(value)];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) => [...(OWN_NAMES.has(name) ? [] : [name]), ...textsIn(part)]);
}

it.each([
  ['address', true],
  ['payout_address', true],
  ['Pay-Url', true],
  ['customerId', true],
  ['orderNo', false],
  ['txHash', false],
  ['tokenAddress', false],
  ['payee.name', false],
])('a field named %s is personal: %s', (name, is) => {
  expect(visibilityOf(name).staff === 'ends').toBe(is);
});
