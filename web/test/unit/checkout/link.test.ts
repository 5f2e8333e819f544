import { describe, expect, it } from 'vitest';
import { linkedPair, NO_WISH as NOTHING, readLink } from '#web/src/checkout/rules/link.js';
import { widgetAddress } from '#web/src/checkout/challenge/widget-address.js';

const offer = { fiats: ['EUR', 'USD'], countries: ['DE', 'US'] };
describe('link parameters', () => {
  it('are all read', () => {
    const search = '?fiat=eur&amount=50&crypto=USDT&network=TRX&country=de&payWayCode=10001&lang=es';
    expect(readLink(search, offer)).toEqual({
      hasOdd: false,
      wish: { fiat: 'EUR', amount: '50', crypto: 'USDT', network: 'TRX', country: 'DE', payWayCode: '10001' },
    });
  });

  it.each(['', '?', '?lang=es', '?utm_source=mail', '?fiat=&amount=', '?address=%20'])(
    'may be missing: %j',
    (search) => {
      expect(readLink(search, offer)).toEqual({ hasOdd: false, wish: NOTHING });
    },
  );

  it.each([
    '?fiat=XXX',
    '?country=ZZ',
    '?country=XX',
    '?country=Germany',
    '?amount=50',
    '?fiat=XXX&amount=50',
    '?crypto=US%20DT',
    `?crypto=${'A'.repeat(65)}`,
    '?address=TXabc',
    '?memo=7',
    '?address=TXabc&memo=7',
    '?payWayCode=%3Cb%3E%20',
    '?address=%zz%00',
  ])('unusable ones are dropped and reported: %j', (search) => {
    const { wish, hasOdd } = readLink(search, offer);
    expect(wish).toEqual({ ...NOTHING, ...(search.startsWith('?payWayCode') ? { payWayCode: '<b>' } : {}) });
    expect(hasOdd).toBe(!search.startsWith('?payWayCode'));
  });

  it.each(['-5', '0', '1e3', '1,5', 'NaN', '٥'])('no amount but a plain decimal above zero: %s', (amount) => {
    expect(readLink(`?fiat=EUR&amount=${encodeURIComponent(amount)}`, offer)).toEqual({
      hasOdd: true,
      wish: { ...NOTHING, fiat: 'EUR' },
    });
  });
});

describe('pair of a link', () => {
  const pairs = [
    { crypto: 'USDT', network: 'ETH' },
    { crypto: 'USDT', network: 'TRX' },
  ];

  it.each<[crypto: string | null, network: string | null, at: number | null | undefined]>([
    ['USDT', 'TRX', 1],
    ['usdt', 'trx', 1],
    ['USDT', 'TRC20', 1],
    ['USDT', 'erc-20', 0],
    ['USDT', null, 0],
    ['USDT', 'BSC', undefined],
    ['BTC', null, undefined],
    [null, 'TRX', undefined],
    [null, null, null],
  ])('%s on %s', (crypto, network, at) => {
    expect(linkedPair({ crypto, network }, pairs)).toBe(typeof at === 'number' ? pairs[at] : at);
  });
});

describe('URL of a widget’s script', () => {
  it.each([
    ['https://w.example/api.js', 'https://w.example/api.js?render=explicit&onload=loaded&hl=zh-CN'],
    ['https://w.example/api.js?a=1&render=x', 'https://w.example/api.js?a=1&render=explicit&onload=loaded&hl=zh-CN'],
  ])('%s has the common parameters', (scriptUrl, address) => {
    expect(widgetAddress(scriptUrl, 'loaded', 'zh-CN')).toBe(address);
  });
});
