import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rangeIn } from '#src/ramp/wire/refusals.js';
import { compareDecimals, isDecimal } from '#src/platform/terms/decimal.js';

const contract = (min: string, max: string) =>
  `Quote amount exceed the range, The Min purchase amount is ${min}, The max purchase amount is ${max}`;

describe('the bounds in the message of 3102', () => {
  it.each([
    ['the contract’s wording', contract('15', '2000'), '15', '2000'],
    ['decimals', contract('15.50', '2000.00'), '15.50', '2000.00'],
    ['18 decimals', contract('0.000000000000000001', '2'), '0.000000000000000001', '2'],
    ['a full stop at the end', `${contract('15', '2000')}.`, '15', '2000'],
    ['grouped thousands', contract('1,500.5', '1,000,000'), '1500.5', '1000000'],
    ['thousands apart', contract('1 500', '1\u00a0000\u00a0000.25'), '1500', '1000000.25'],
    ['Swiss thousands', contract("1'500", '1’000’000'), '1500', '1000000'],
    ['scientific', contract('1E+1', '2E+3'), '10', '2000'],
    ['a currency behind', contract('15 USD', '2000 USD'), '15', '2000'],
    ['a currency close behind', contract('15USD', '2000€'), '15', '2000'],
    ['a currency before', contract('$15', 'USD 2000'), '15', '2000'],
    ['no blanks', 'The Min purchase amount is 15,The max purchase amount is 2000', '15', '2000'],
    ['another case and a colon', 'min purchase amount: 15; MAX PURCHASE AMOUNT: 2000', '15', '2000'],
    ['long words', 'The minimum amount is 15 and the maximum amount is 2000.', '15', '2000'],
    ['of a sale', 'The Min sell amount is 0.5, The max sell quantity is 20', '0.5', '20'],
    ['the other order', 'The max purchase amount is 2000, the min purchase amount is 15', '15', '2000'],
    ['only the lower', 'The Min purchase amount is 15', '15', null],
    ['only the upper', 'The max purchase amount is 2000', null, '2000'],
    ['equal', contract('15', '15.0'), '15', '15.0'],
    ['placeholders left in', contract('%s', '%s'), null, null],
    ['null', contract('null', '500'), null, '500'],
    ['nothing', 'amount not allowed', null, null],
    ['no message', '', null, null],
    ['too many dots', contract('1.2.3', '5'), null, '5'],
    ['a comma for a point', contract('1.500,50', '2.000,00'), null, null],
    ['points that may group thousands', contract('1.500', '20.000'), null, null],
    ['such points beside a short number', contract('1.500', '900'), null, '900'],
    ['three decimals beside a number without groups', contract('1.500', '20000.000'), '1.500', '20000.000'],
    ['three decimals beside others', contract('0.500', '20.000'), '0.500', '20.000'],
    ['groups of another size', contract('1,5', '1,00,000'), null, null],
    ['two signs between groups', contract('1,500 000', '9'), null, '9'],
    ['two numbers', contract('15 20', '2000'), null, '2000'],
    ['a number that goes on', contract('15k', '20%'), null, null],
    ['a number that goes on behind a blank', contract('15 20k', '2000'), null, '2000'],
    ['a number that goes on behind a comma', contract('1', '1,500%'), '1', null],
    ['a group before the first that is too long', contract('1500,000', '2000'), null, '2000'],
    ['below zero', contract('-15', '2000'), null, '2000'],
    ['a denial', contract('not 15', '2000'), null, '2000'],
    ['more digits than an amount has', contract('1', '9'.repeat(41)), '1', null],
    ['a huge exponent', contract('1', '1e400'), '1', null],
    ['bounds that contradict each other', contract('2000', '15'), null, null],
    ['another language', '最小购买金额为 15，最大购买金额为 2000', null, null],
    ['another language again', 'Der Mindestbetrag ist 15,00, der Höchstbetrag 2.000,00', null, null],
    ['digits of another script', contract('١٥', '２０００'), null, null],
    ['a number far behind', `The Min purchase amount is fixed by the network; code 3102`, null, null],
  ])('%s', (_, message, min, max) => {
    expect(rangeIn(message)).toEqual({ min, max });
  });

  it.each(['min purchase amount ', 'The Min purchase amount is 1,1', '1 ', 'max purchase amount is $$$$ '])(
    'is fast on a long message of %j',
    (part) => {
      const message = `The Min purchase amount is ${part.repeat(50_000)}`;
      const startedAt = performance.now();
      rangeIn(message);
      expect(performance.now() - startedAt).toBeLessThan(500);
    },
  );
});

describe('any message', () => {
  const digits = fc.bigInt({ min: 0n, max: 10n ** 30n }).map(String);
  const amounts = fc.oneof(
    digits,
    fc.tuple(digits, fc.stringMatching(/^(?:\d{1,2}|\d{4,18})$/)).map(([whole, part]) => `${whole}.${part}`),
  );
  const grouped = (amount: string, sign: string): string => {
    const [whole = '', part] = amount.split('.');
    const groups = whole.replace(/\B(?=(?:\d{3})+$)/g, sign);
    return part === undefined ? groups : `${groups}.${part}`;
  };

  it("of the contract's form yields both bounds exactly, grouped or not, in either order", () => {
    const signs = fc.constantFrom('', ',', ' ', '\u00a0', '\u202f', '’', "'");
    fc.assert(
      fc.property(amounts, amounts, signs, fc.boolean(), (a, b, sign, swapped) => {
        const [min, max] = compareDecimals(a, b) <= 0 ? [a, b] : [b, a];
        const parts = [
          `The Min purchase amount is ${grouped(min, sign)}`,
          `The max purchase amount is ${grouped(max, sign)}`,
        ];
        const message = `Quote amount exceed the range, ${(swapped ? parts.reverse() : parts).join(', ')}`;
        expect(rangeIn(message)).toEqual({ min, max });
      }),
      { numRuns: 500 },
    );
  });

  it('yields plain, consistent decimals from the message, or none', () => {
    const words = fc.constantFrom(
      ...['The Min purchase amount is', 'max purchase amount', 'is', ':', 'USD', '$', ' ', ',', '.', '-', 'e+', '%s'],
      ...['minimum', 'amount', '最小', 'not', '1', '15', '000', '2.5', '9e99', '\u00a0', '\n', '1,000', '١٥'],
    );
    const messages = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(words, { maxLength: 20 }).map((w) => w.join('')),
    );
    fc.assert(
      fc.property(messages, (message) => {
        const { min, max } = rangeIn(message);
        for (const bound of [min, max]) {
          if (bound === null) continue;
          expect(isDecimal(bound) && !bound.startsWith('-')).toBe(true);
          const written = message.replaceAll(/[,'’ \u00a0\u202f_]/g, '');
          expect(written.includes(bound) || /[eE]/.test(written)).toBe(true);
        }
        if (min !== null && max !== null) expect(compareDecimals(min, max)).toBeLessThanOrEqual(0);
      }),
      { numRuns: 2000 },
    );
  });
});
