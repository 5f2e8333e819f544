import { describe, expect, it } from 'vitest';
import type { Crypto } from '#client/src/types.js';
import { COUNTRIES } from '#src/platform/terms/countries.js';
import { guessCountry, guessFiat } from '#src/platform/terms/guesses.js';
import { firstEntry, offeredCountries } from '#web/src/checkout/rules/entry.js';
import type { Beginning } from '#web/src/checkout/rules/entry.js';
import { readLink } from '#web/src/checkout/rules/link.js';
import { fittingPairs, searchPairs } from '#web/src/checkout/rules/pairs.js';

describe('initial country', () => {
  it.each<[languages: string[], offered: readonly string[], country: string | null]>([
    [['de-AT', 'en-US'], COUNTRIES, 'AT'],
    [['de', 'en-GB'], COUNTRIES, 'GB'],
    [['de'], COUNTRIES, 'DE'],
    [['pt'], COUNTRIES, 'BR'],
    [['zh-Hans-CN'], COUNTRIES, 'CN'],
    [['es-419'], COUNTRIES, null],
    [['en-US'], ['DE', 'FR'], null],
    [['en-US'], ['DE'], 'DE'],
    [['not a tag', 'fr-BE'], COUNTRIES, 'BE'],
    [[], COUNTRIES, null],
  ])('%j of %#', (languages, offered, country) => {
    expect(guessCountry(languages, offered)).toBe(country);
  });

  it('leaves out where nobody lives, unless the shop names it', () => {
    expect(COUNTRIES.filter((code) => !offeredCountries(null).includes(code))).toEqual(
      'AQ BV GS HM IO TF UM'.split(' '),
    );
    expect(offeredCountries(['DE', 'AQ'])).toEqual(['DE', 'AQ']);
  });
});

it.each<[country: string | null, offered: string[], fiat: string | null]>([
  ['DE', ['USD', 'EUR'], 'EUR'],
  ['JP', ['USD', 'EUR', 'JPY'], 'JPY'],
  ['JP', ['EUR', 'USD'], 'USD'],
  ['JP', ['GBP', 'EUR'], 'EUR'],
  ['EG', ['GBP', 'CHF'], 'GBP'],
  [null, ['EUR', 'USD'], 'USD'],
  [null, [], null],
])('the initial currency in %s of %j: %s', (country, offered, fiat) => {
  expect(guessFiat(country, offered)).toBe(fiat);
});

describe('initial values of the fields', () => {
  const fiats = ['EUR', 'USD', 'GBP'];
  const countries = offeredCountries(null);
  const begin = (search: string, change: Partial<Beginning> = {}) =>
    firstEntry({
      wish: readLink(search, { fiats, countries }).wish,
      terms: {},
      draft: null,
      choice: {},
      languages: ['de-DE'],
      fiats,
      countries,
      ...change,
    });
  const pair = { crypto: 'BTC', network: 'BTC' };

  it('the last choice precedes a guess', () => {
    expect(begin('', { choice: { fiat: 'GBP', country: 'GB', pair } })).toMatchObject({
      fiat: 'GBP',
      country: 'GB',
      pair,
    });
  });

  it('values no longer offered are dropped', () => {
    expect(begin('', { choice: { fiat: 'XXX', country: 'ZZ' } })).toMatchObject({ fiat: 'EUR', country: 'DE' });
  });

  it('a link precedes both; its pair is looked up, and its address is ignored', () => {
    const search = '?fiat=USD&amount=50&crypto=USDT&network=TRX&address=T1&memo=7&country=US&payWayCode=1';
    expect(begin(search, { choice: { fiat: 'GBP', country: 'GB', pair } })).toEqual({
      fiat: 'USD',
      amountText: '50',
      isAmountSuggested: false,
      pair: null,
      country: 'US',
      payWayCode: '1',
      address: '',
      memo: '',
    });
  });

  it("this tab's draft precedes a link, if still valid", () => {
    const draft = { fiat: 'USD', amountText: '70', isAmountSuggested: false, country: 'US', address: 'mine', pair };
    expect(begin('?fiat=EUR', { draft })).toMatchObject({ ...draft, payWayCode: null });
    expect(begin('', { draft: { fiat: 'XXX', country: 'ZZ' } })).toMatchObject({ fiat: 'EUR', country: 'DE' });
  });

  it("the shop's terms precede all, offered or not", () => {
    const terms = { fiat: 'CHF', amount: '50.00', country: 'LI', payWayCode: '1', address: 'T1', memo: '' };
    const draft = { fiat: 'USD', amountText: '70', country: 'US', payWayCode: '2', address: 'mine', memo: '7' };
    const { amount, ...others } = terms;
    expect(begin('?fiat=EUR', { draft, terms })).toMatchObject({
      ...others,
      amountText: amount,
      isAmountSuggested: false,
    });
    expect(begin('', { draft, terms: { fiat: 'CHF' } })).toMatchObject({ ...draft, fiat: 'CHF' });
  });
});

describe('list of coins', () => {
  const names = ['USDT ETH', 'BTC BTC', 'USDT TRX', 'TON TON', 'USDT TON', 'ETH ETH'];
  const pairs = names.map((name) => {
    const [crypto, network] = name.split(' ');
    return { crypto, network } as Crypto;
  });
  const found = (search: string): string[] =>
    searchPairs(pairs, search).map(
      (group) => `${group.crypto}: ${group.pairs.map(({ network }) => network).join(' ')}`,
    );

  it('is grouped by crypto in its order', () => {
    expect(found('')).toEqual(['USDT: ETH TRX TON', 'BTC: BTC', 'TON: TON', 'ETH: ETH']);
  });

  it.each([
    ['usdt', ['USDT: ETH TRX TON']],
    ['tether', ['USDT: ETH TRX TON']],
    ['BITCOIN', ['BTC: BTC']],
    ['trc20', ['USDT: TRX']],
    ['usdt tron', ['USDT: TRX']],
    ['tron usdt', ['USDT: TRX']],
    ['ton', ['TON: TON', 'USDT: TON']],
    ['ether', ['ETH: ETH', 'USDT: ETH']],
    ['  ', ['USDT: ETH TRX TON', 'BTC: BTC', 'TON: TON', 'ETH: ETH']],
    ['doge', []],
  ])('is searched for %j', (search, groups) => {
    expect(found(search)).toEqual(groups);
  });

  it.each([
    [{}, 6],
    [{ crypto: 'USDT' }, 3],
    [{ network: 'ETH' }, 2],
    [{ crypto: 'USDT', network: 'ETH' }, 1],
    [{ crypto: 'BTC', network: 'ETH' }, 0],
  ])('is restricted by the shop: %j', (terms, count) => {
    expect(fittingPairs(pairs, terms)).toHaveLength(count);
  });
});
