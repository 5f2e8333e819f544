import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Formats } from '#web/src/i18n/formats.js';

const TAGS = ['en-US', 'es-ES', 'pt-BR', 'fr-FR', 'de-CH', 'zh-CN', 'ar', 'ar-EG'];

const digits = (max: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: max }).map((list) => list.join(''));
/** Decimal text of the API: no leading zeros, any number of decimals, more digits than a double holds. */
const decimal = fc
  .tuple(digits(24), fc.option(digits(18), { nil: null }))
  .map(([whole, part]) => `${whole.replace(/^0+(?=\d)/, '')}${part === null ? '' : `.${part}`}`);

/**
 * Parses the formatted text: digits of every script, and the last mark that is no group separator as the decimal
 * point.
 */
function readBack(tag: string, text: string): string {
  const point = new Intl.NumberFormat(tag).formatToParts(1.5).find(({ type }) => type === 'decimal')?.value ?? '.';
  const western = [...text].map((sign) => {
    const code = sign.codePointAt(0)!;
    return code >= 0x660 && code <= 0x669 ? String(code - 0x660) : sign;
  });
  return western
    .map((sign) => (sign === point ? '.' : sign))
    .filter((sign) => /[0-9.]/.test(sign))
    .join('');
}

const fiatText = (tag: string, amount: string, currency: string): string =>
  new Formats(tag).fiatParts(amount, currency).join('\u00a0');

describe('amounts in a locale', () => {
  it.each(TAGS)('keep every digit in %s', (tag) => {
    fc.assert(
      fc.property(decimal, (amount) => {
        // A point that groups thousands is no decimal point.
        const groups = new Intl.NumberFormat(tag).formatToParts(123456).find(({ type }) => type === 'group')?.value;
        const written = new Formats(tag).decimal(amount).replaceAll(groups ?? '', '');
        expect(readBack(tag, written)).toBe(amount);
      }),
    );
  });

  it.each([
    ['en-US', '1234.50', 'USD', '$1,234.50'],
    ['en-US', '12345678', 'JPY', '¥12,345,678'],
    ['en-US', '100.00000001', 'EUR', '€100.00000001'],
    ['en-US', 'n/a', 'EUR', 'n/a\u00a0EUR'],
    ['en-US', '5', 'bad code', '5\u00a0bad code'],
    ['es-ES', '1234567.5', 'EUR', '1.234.567,50\u00a0€'],
    ['pt-BR', '1234.50', 'BRL', 'R$\u00a01.234,50'],
    ['zh-CN', '1234.50', 'USD', 'US$1,234.50'],
    ['en-US', '5.00', 'CAD', 'CA$5.00'],
    ['en-AU', '5.00', 'AUD', '$5.00'],
    ['es-MX', '5.00', 'MXN', '$5.00'],
    ['es-MX', '5.00', 'USD', 'USD\u00a05.00'],
    ['pt-BR', '5.00', 'USD', 'US$\u00a05,00'],
    ['ar', '5.00', 'USD', '\u200f5.00\u00a0US$'],
    ['ar', '5.00', 'EUR', '\u200f5.00\u00a0€'],
    // Without a dollar of their own: `Intl` writes the US dollar as a bare $.
    ['en-IN', '5.00', 'USD', 'USD\u00a05.00'],
    ['de', '5.00', 'USD', '5,00\u00a0USD'],
    ['es-PR', '5.00', 'USD', '$5.00'],
  ])('in %s: %s %s is %s', (tag, amount, currency, written) => {
    expect(fiatText(tag, amount, currency)).toBe(written);
  });

  it.each([
    ['en-US', 'USD'],
    ['en', 'USD'],
    ['en-AU', 'AUD'],
    ['en-IN', null],
    ['es-MX', 'MXN'],
    ['es-AR', 'ARS'],
    ['pt-BR', null],
    ['zh-CN', null],
    ['ar', null],
  ])('are in %s a bare $ only in %s', (tag, own) => {
    const bare = Intl.supportedValuesOf('currency').filter((currency) =>
      /^[^\p{L}]*\$[^\p{L}]*$/u.test(fiatText(tag, '5', currency)),
    );
    expect(bare).toEqual(own === null ? [] : [own]);
  });

  it.each([
    ['0.00420000', 'ETH', '0.0042\u00a0ETH'],
    ['100', 'USDT', '100\u00a0USDT'],
    ['100.000', 'USDT', '100\u00a0USDT'],
    ['0.00000012', 'BTC', '0.00000012\u00a0BTC'],
  ])('%s %s is %s without trailing zeros', (amount, crypto, written) => {
    expect(new Formats('en-US').crypto(amount, crypto)).toBe(written);
  });

  it.each([
    ['en-US', '1234.50', 'USD', ['$1,234.50']],
    ['es-ES', '1234567.5', 'EUR', ['1.234.567,50', '€']],
    ['fr-FR', '1234567.5', 'EUR', ['1\u202f234\u202f567,50', '€']],
    ['ar', '5.00', 'USD', ['\u200f5.00', 'US$']],
    ['en-IN', '5.00', 'USD', ['USD', '5.00']],
    ['en-US', 'n/a', 'EUR', ['n/a', 'EUR']],
  ])('may break in %s between number and unit only: %s %s', (tag, amount, currency, parts) => {
    expect(new Formats(tag).fiatParts(amount, currency)).toEqual(parts);
  });

  it.each([
    ['106.53339', 4, '106.5333'],
    ['108.5', 4, '108.5000'],
    ['108.5', 0, '108'],
    ['0.000012', 6, '0.000012'],
  ])('%s with %i decimals is %s, never more than stated', (amount, decimals, written) => {
    expect(new Formats('en-US').crypto(amount, 'BTC', decimals)).toBe(`${written}\u00a0BTC`);
  });
});
