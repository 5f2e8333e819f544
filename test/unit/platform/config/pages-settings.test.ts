import { describe, expect, it } from 'vitest';
import type { Environment } from '#src/platform/config/reader.js';
import { settingsWith } from '../../../support/settings.js';

describe('settings of the pages', () => {
  it.each<readonly [Environment, object]>([
    [{ PAGES: 'false' }, { enabled: false }],
    [{ PAGES_LINKS: 'signed' }, { links: 'signed' }],
    [{ BRAND_NAME: '  Fish & Chips  ' }, { brand: { name: 'Fish & Chips' } }],
    [{ BRAND_NAME: 'x'.repeat(40) }, { brand: { name: 'x'.repeat(40) } }],
    [{ BRAND_NAME: '店'.repeat(40) }, { brand: { name: '店'.repeat(40) } }],
    [{ BRAND_COLOR: '#FF8800' }, { brand: { color: '#ff8800' } }],
    [{ BRAND_LOGO_URL: 'https://cdn.example/l.svg' }, { brand: { logoUrl: 'https://cdn.example/l.svg' } }],
    [{ BRAND_LOGO_URL: 'http://localhost:9000/l.svg' }, { brand: { logoUrl: 'http://localhost:9000/l.svg' } }],
    [{ BRAND_URL: 'https://shop.example/{lang}' }, { brand: { url: 'https://shop.example/{lang}' } }],
    [
      { SUPPORT_URL: 'mailto:help@shop.example?subject=Order%20{merchantOrderNo}' },
      { help: { support: 'mailto:help@shop.example?subject=Order%20{merchantOrderNo}' } },
    ],
    [{ TERMS_URL: 'https://shop.example/terms' }, { help: { terms: 'https://shop.example/terms', privacy: null } }],
    [{ PROVIDER_NAME: 'Ramp Inc.' }, { provider: 'Ramp Inc.' }],
    [{ PAGES_CONSENT: 'box' }, { consent: 'box' }],
    [
      { EMBED_ORIGINS: 'https://shop.example, http://localhost:3000' },
      {
        embedOrigins: ['https://shop.example', 'http://localhost:3000'],
      },
    ],
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
    [{ PAY_WAY_NAMES: '10002@zh-CN=银行转账' }, { payWays: new Map([['10002@zh-CN', '银行转账']]) }],
    [
      { PAY_WAY_MINUTES: '10001=5, 10002 = 2880' },
      {
        payWayMinutes: new Map([
          ['10001', 5],
          ['10002', 2880],
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
});
