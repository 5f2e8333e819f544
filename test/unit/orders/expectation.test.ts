import { describe, expect, it } from 'vitest';
import { compareWithTerms, nothingDelivered } from '#src/orders/decisions/expectation.js';
import type { OrderTerms, TradeRow } from '#src/orders/model/order.types.js';
import type { BuySnapshot, BuyTradeStatus } from '#src/ramp/port/ramp.types.js';
import { ADDRESS, APP_ID, asked, buySeen, sellSeen, trade } from '../../support/order-builders.js';
import type { GivenFacts } from '../../support/order-builders.js';

const differences = (
  seen: Partial<BuySnapshot> & GivenFacts,
  wanted: Partial<OrderTerms> = {},
  given: Partial<TradeRow> & GivenFacts = {},
): string[] =>
  compareWithTerms(trade({ ...given, asked: asked(wanted) }), buySeen(seen), APP_ID).map(({ field }) => field);

describe('expectation: a record equal to the terms', () => {
  it.each<[string, Partial<BuySnapshot> & GivenFacts]>([
    ['another letter case of the crypto', { crypto: 'usdt' }],
    ['another letter case of the network', { network: 'eth' }],
    ['another letter case of the currency', { fiat: 'usd' }],
    ['another letter case of the side', { side: 'buy' }],
    ['blanks around a word', { crypto: ' USDT ' }],
    ['another name of the network', { network: 'ERC20' }],
    ['the long name of the network', { network: 'Ethereum' }],
    ['the country in small letters', { country: 'us' }],
    ['the country’s three letters', { country: 'USA' }],
    ['the coin with its network', { crypto: 'USDT-ERC20' }],
    ['the main network', { network: 'Ethereum Mainnet' }],
    ['blanks around the address', { address: ` ${ADDRESS}` }],
    ['another letter case of an EVM address', { address: ADDRESS.toLowerCase() }],
    ['an EVM address all in capitals', { address: ADDRESS.toUpperCase() }],
  ])('%s is equal', (_, seen) => expect(differences(seen)).toEqual([]));

  it('the provider number is compared once known', () => {
    expect(differences({ orderNo: 'P-9' }, {}, { orderNo: null })).toEqual([]);
  });
});

describe('expectation: a record that differs', () => {
  it.each<[string, Partial<BuySnapshot> & GivenFacts, string, string]>([
    ['side', { side: 'SELL' }, 'BUY', 'SELL'],
    ['fiat', { fiat: 'EUR' }, 'USD', 'EUR'],
    ['crypto', { crypto: 'USDC' }, 'USDT', 'USDC'],
    ['crypto', { crypto: 'USDT-TRC20' }, 'USDT', 'USDT-TRC20'],
    ['network', { network: 'BSC' }, 'ETH', 'BSC'],
    ['network', { network: 'ETC' }, 'ETH', 'ETC'],
    ['network', { network: 'BEP20' }, 'ETH', 'BEP20'],
    ['country', { country: 'DE' }, 'US', 'DE'],
    ['country', { country: 'UMI' }, 'US', 'UMI'],
    ['appId', { appId: 'app-2' }, APP_ID, 'app-2'],
    ['orderNo', { orderNo: 'P-2' }, 'P-1', 'P-2'],
    ['address', { address: ADDRESS.replace('0x5', '0x6') }, ADDRESS, ADDRESS.replace('0x5', '0x6')],
  ])('in %s: has both values and this trade', (field, seen, wanted, told) => {
    expect(compareWithTerms(trade(), buySeen(seen), APP_ID)).toEqual([
      { tradeNo: 'A-1001', kind: 'field', field, asked: wanted, seen: told },
    ]);
  });

  it.each([
    ['letter case of the app id', { appId: APP_ID.toUpperCase() }],
    ['letter case of the provider\u2019s number', { orderNo: 'p-1' }],
  ])('%s is compared', (_, seen) => expect(differences(seen)).toHaveLength(1));
});

/** Spellings of one account: `account-spellings.test.ts`. */
describe('expectation: addresses', () => {
  const ton = '0:ca6e321c7cce9ecedf0a8ca2492ec8592494aa5fb5ce0387dff96ef6af982a3e';
  const classic = 'r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59';
  const [noTag, tag1] = ['B5hJDWMArnXr61cqZ', 'GZMhc9YTE92ehJ2Fu'].map((end) => `X7AcgcsBL6XDcUb289X4mJ8djcdyKa${end}`);

  it.each([
    ['the classic account of an X-address', classic, tag1!, []],
    ['an X-address with another tag', noTag!, tag1!, ['address']],
    ['TON, not bounceable', 'UQDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff-W72r5gqPuwA', ton, []],
    ['TON, of the test network', 'kQDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff-W72r5gqPgpP', ton, ['address']],
    ['the TON account in the other workchain', ton.replace('0:', '-1:'), ton, ['address']],
  ])('%s', (_, seen, wanted, expected) => {
    expect(differences({ address: seen }, { address: wanted })).toEqual(expected);
    expect(differences({ address: wanted }, { address: seen })).toEqual(expected);
  });

  it.each([
    ['the tag of the memo', '1', []],
    ['another tag than the memo', '5', ['address']],
  ])('an X-address with %s', (_, memo, expected) => {
    const record = { address: tag1!, network: 'XRP' };
    expect(differences(record, { address: classic, network: 'XRP', memo })).toEqual(expected);
  });
});

describe('expectation: the amount', () => {
  it.each<[BuyTradeStatus, boolean]>([
    ['AWAITING_PAYMENT', false],
    ['PAYMENT_FAILED', false],
    ['CANCELLED', false],
    ['PAID', true],
    ['TRANSFERRING', true],
    ['COMPLETED', true],
  ])('at %s: compared %s', (status, compared) => {
    expect(differences({ status, amount: '99.99' })).toEqual(compared ? ['amount'] : []);
  });

  it.each(['100', '100.0', '100.00', '100.000000000000000000'])('%s equals 100.00', (amount) => {
    expect(differences({ status: 'PAID', amount })).toEqual([]);
  });

  it.each(['100.01', '99.99', '100.000000000000000000000000000001', '1', '10000'])(
    '%s differs from 100.00',
    (amount) => {
      expect(differences({ status: 'PAID', amount })).toEqual(['amount']);
    },
  );
});

it.each<[string, string]>([
  ['UK', 'GB'],
  ['uk', 'GB'],
  ['EL', 'GR'],
  ['TP', 'TL'],
])('the country %s of a record is %s', (country, asked) => {
  expect(differences({ country }, { country: asked })).toEqual([]);
  expect(differences({ country }, { country: 'IE' })).toEqual(['country']);
});

describe('expectation: delivery', () => {
  const odd = (seen: Partial<BuySnapshot> & GivenFacts): string[] =>
    nothingDelivered(trade(), buySeen(seen)).map(({ field }) => field);

  it.each(['0', '0.00', '-0.5', '0.000000000000000000'])('%s at completion is a mismatch', (cryptoQuantity) => {
    expect(odd({ status: 'COMPLETED', cryptoQuantity })).toEqual(['cryptoQuantity']);
    expect(odd({ status: 'TRANSFERRING', cryptoQuantity })).toEqual([]);
  });

  it.each(['0.000000000000000001', '95', null])('%s at completion is accepted', (cryptoQuantity) => {
    expect(odd({ status: 'COMPLETED', cryptoQuantity })).toEqual([]);
  });

  it.each(['cryptoAmount', 'cryptoActualAmount', 'fiatAmount'])('of a sale: %s', (field) => {
    const found = nothingDelivered(trade(), sellSeen({ status: 'COMPLETED', [field]: '0' }));
    expect(found).toMatchObject([{ kind: 'field', field, asked: 'more than 0', seen: '0' }]);
  });
});

describe('expectation: a sale', () => {
  const registered = trade({ side: 'SELL', status: 'REGISTERED', outcome: 'registered', asked: null });

  it('has no terms: only its identity is compared', () => {
    expect(compareWithTerms(registered, sellSeen({ crypto: 'BTC', fiat: 'EUR', address: 'other' }), APP_ID)).toEqual(
      [],
    );
    expect(compareWithTerms(registered, sellSeen({ appId: 'app-2' }), APP_ID).map(({ field }) => field)).toEqual([
      'appId',
    ]);
    expect(compareWithTerms(registered, sellSeen({ orderNo: 'P-2' }), APP_ID).map(({ field }) => field)).toEqual([
      'orderNo',
    ]);
  });
});
