import { describe, expect, it } from 'vitest';
import type { Environment } from '#src/platform/config/reader.js';
import { settingsWith, wrongWith } from '../../../support/settings.js';

describe('settings of the pages', () => {
  it('have defaults that work', () => {
    const { fiats, ...others } = settingsWith().pages;
    expect(others).toEqual({
      enabled: true,
      links: 'any',
      brand: { name: 'Ramp Checkout', logoUrl: null, color: '#3056d3' },
      countries: null,
      payWays: new Map(),
      explorers: new Map(),
    });
    expect(fiats).toEqual(expect.arrayContaining(['USD', 'EUR', 'JPY', 'BRL']));
    expect(new Set(fiats).size).toBe(fiats.length);
  });

  it.each<readonly [Environment, object]>([
    [{ PAGES: 'false' }, { enabled: false }],
    [{ PAGES_LINKS: 'signed' }, { links: 'signed' }],
    [{ BRAND_NAME: '  Fish & Chips  ' }, { brand: { name: 'Fish & Chips' } }],
    [{ BRAND_NAME: 'x'.repeat(40) }, { brand: { name: 'x'.repeat(40) } }],
    [{ BRAND_NAME: '店'.repeat(40) }, { brand: { name: '店'.repeat(40) } }],
    [{ BRAND_COLOR: '#FF8800' }, { brand: { color: '#ff8800' } }],
    [{ BRAND_LOGO_URL: 'https://cdn.example/l.svg' }, { brand: { logoUrl: 'https://cdn.example/l.svg' } }],
    [{ BRAND_LOGO_URL: 'http://localhost:9000/l.svg' }, { brand: { logoUrl: 'http://localhost:9000/l.svg' } }],
    [{ PAGES_FIATS: 'EUR, USD,EUR' }, { fiats: ['EUR', 'USD'] }],
    [{ PAGES_COUNTRIES: 'DE,US' }, { countries: ['DE', 'US'] }],
    [
      { PAY_WAY_NAMES: '10001=Visa, 10002 = Bank = transfer' },
      {
        payWays: new Map([
          ['10001', 'Visa'],
          ['10002', 'Bank = transfer'],
        ]),
      },
    ],
    [
      { EXPLORER_URLS: 'eth=https://scan.example/tx/{txHash}?x=1' },
      { explorers: new Map([['ETH', 'https://scan.example/tx/{txHash}?x=1']]) },
    ],
    [{ EXPLORER_URLS: 'BTC=none' }, { explorers: new Map([['BTC', null]]) }],
    [{ BRAND_NAME: '', BRAND_COLOR: '', PAGES_FIATS: '' }, { brand: { name: 'Ramp Checkout', color: '#3056d3' } }],
  ])('%j', (given, expected) => {
    expect(settingsWith(given).pages).toMatchObject(expected);
  });

  it.each([
    ['BRAND_NAME', 'x'.repeat(41)],
    ['BRAND_NAME', 'two\nlines'],
    ['BRAND_COLOR', 'red'],
    ['BRAND_COLOR', '#123'],
    ['BRAND_COLOR', '#12345g'],
    ['BRAND_COLOR', '#3056d3;}body{display:none'],
    ['BRAND_LOGO_URL', 'http://cdn.example/l.svg'],
    ['BRAND_LOGO_URL', 'https://a.example;script-src'],
    ['BRAND_LOGO_URL', "https://a.example,'unsafe-inline'/l.svg"],
    ['BRAND_LOGO_URL', 'http://localhost.evil.example/l.svg'],
    ['BRAND_LOGO_URL', 'javascript:alert(1)'],
    ['BRAND_LOGO_URL', 'data:image/png;base64,AA'],
    ['BRAND_LOGO_URL', '//cdn.example/l.svg'],
    ['BRAND_LOGO_URL', '/l.svg'],
    ['PAGES_FIATS', 'EUR,usd'],
    ['PAGES_FIATS', 'EURO'],
    ['PAGES_COUNTRIES', 'DEU'],
    ['PAGES_COUNTRIES', 'DE;US'],
    ['PAY_WAY_NAMES', '20007'],
    ['PAY_WAY_NAMES', '=Amex'],
    ['PAY_WAY_NAMES', '20007='],
    ['PAY_WAY_NAMES', `10001=${'x'.repeat(201)}`],
    ['EXPLORER_URLS', 'ETH=https://scan.example/tx/'],
    ['EXPLORER_URLS', 'ETH=http://scan.example/{txHash}'],
    ['EXPLORER_URLS', 'ETH=javascript:alert("{txHash}")'],
    ['EXPLORER_URLS', 'ETH=https://{txHash}{txHash}'],
    ['EXPLORER_URLS', 'https://scan.example/{txHash}'],
  ])('%s=%j is wrong, and is not repeated', (name, value) => {
    const problems = wrongWith({ [name]: value });
    expect(problems).toEqual([expect.stringMatching(new RegExp(`^${name} must`))]);
    expect(problems.join()).not.toContain(value);
  });

  it('are all named at once', () => {
    expect(wrongWith({ BRAND_COLOR: 'red', PAGES_FIATS: 'x', EXPLORER_URLS: 'x' })).toHaveLength(3);
  });
});
