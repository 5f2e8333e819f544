import fc from 'fast-check';
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
  it('has no differences', () => expect(differences({})).toEqual([]));

  it.each<[string, Partial<BuySnapshot> & GivenFacts]>([
    ['another letter case of the crypto', { crypto: 'usdt' }],
    ['another letter case of the network', { network: 'eth' }],
    ['another letter case of the currency', { fiat: 'usd' }],
    ['another letter case of the side', { side: 'buy' }],
    ['blanks around a word', { crypto: ' USDT ' }],
    ['another name of the network', { network: 'ERC20' }],
    ['the long name of the network', { network: 'Ethereum' }],
    ['the country in small letters', { country: 'us' }],
    ['blanks around the address', { address: ` ${ADDRESS}` }],
    ['another letter case of an EVM address', { address: ADDRESS.toLowerCase() }],
    ['an EVM address all in capitals', { address: ADDRESS.toUpperCase() }],
  ])('%s is equal', (_, seen) => expect(differences(seen)).toEqual([]));

  it.each<(keyof BuySnapshot)[]>([
    ['appId'],
    ['orderNo'],
    ['side'],
    ['fiat'],
    ['crypto'],
    ['network'],
    ['address'],
    ['country'],
  ])('an empty %s is not compared', (field) => {
    expect(differences({ [field]: null })).toEqual([]);
    expect(differences({ [field]: '' })).toEqual([]);
  });

  it('the provider number is compared once known', () => {
    expect(differences({ orderNo: 'P-9' }, {}, { orderNo: null })).toEqual([]);
  });

  it('fields without terms are not compared', () => {
    expect(differences({ payType: 'VISA', txHash: '0xabc' })).toEqual([]);
  });
});

describe('expectation: a record that differs', () => {
  it.each<[string, Partial<BuySnapshot> & GivenFacts, string, string]>([
    ['side', { side: 'SELL' }, 'BUY', 'SELL'],
    ['fiat', { fiat: 'EUR' }, 'USD', 'EUR'],
    ['crypto', { crypto: 'USDC' }, 'USDT', 'USDC'],
    ['network', { network: 'BSC' }, 'ETH', 'BSC'],
    ['network', { network: 'ETC' }, 'ETH', 'ETC'],
    ['network', { network: 'BEP20' }, 'ETH', 'BEP20'],
    ['country', { country: 'DE' }, 'US', 'DE'],
    ['appId', { appId: 'app-2' }, APP_ID, 'app-2'],
    ['orderNo', { orderNo: 'P-2' }, 'P-1', 'P-2'],
    ['address', { address: ADDRESS.replace('0x5', '0x6') }, ADDRESS, ADDRESS.replace('0x5', '0x6')],
  ])('in %s: has both values and this trade', (field, seen, wanted, told) => {
    expect(compareWithTerms(trade(), buySeen(seen), APP_ID)).toEqual([
      { tradeNo: 'A-1001', kind: 'field', field, asked: wanted, seen: told },
    ]);
  });

  it('in everything: has all differences', () => {
    const seen = { side: 'SELL', fiat: 'EUR', crypto: 'BTC', network: 'BTC', address: 'x', country: 'DE' };
    expect(differences({ ...seen, appId: 'y', orderNo: 'z', status: 'PAID', amount: '1' }).sort()).toEqual(
      ['address', 'amount', 'appId', 'country', 'crypto', 'fiat', 'network', 'orderNo', 'side'].sort(),
    );
  });

  it.each([
    ['letter case of the app id', { appId: APP_ID.toUpperCase() }],
    ['letter case of the provider\u2019s number', { orderNo: 'p-1' }],
  ])('%s is compared', (_, seen) => expect(differences(seen)).toHaveLength(1));
});

describe('expectation: addresses', () => {
  const bech32 = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';

  const ton = 'EQDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff-W72r5gqPrHF';
  const tonRaw = '0:ca6e321c7cce9ecedf0a8ca2492ec8592494aa5fb5ce0387dff96ef6af982a3e';
  const classic = 'r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59';
  const withoutTag = 'X7AcgcsBL6XDcUb289X4mJ8djcdyKaB5hJDWMArnXr61cqZ';
  const withTag = 'X7AcgcsBL6XDcUb289X4mJ8djcdyKaGZMhc9YTE92ehJ2Fu';
  const mweb =
    'ltcmweb1qqt9rwznnxzkghv4s5wgtwxs0m0ry6n3atp95f47slppapxljde3xyqmdlnrc8ag7y2k354jzdc4pc4ks0kr43jehr77lngdecgh6689nn5mgv5yn';

  it.each([
    ['bech32 in capitals', bech32, bech32.toUpperCase()],
    [
      'a Beacon Chain address in capitals',
      'bnb1grpf0955h0ykzq3ar5nmum7y6gdfl6lxfn46h2',
      'BNB1GRPF0955H0YKZQ3AR5NMUM7Y6GDFL6LXFN46H2',
    ],
    ['an MWEB address in capitals', mweb, mweb.toUpperCase()],
    ['TON, not bounceable', ton, 'UQDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff-W72r5gqPuwA'],
    ['TON in the other alphabet of base64', ton, ton.replace('-', '+')],
    ['TON, raw', ton, tonRaw],
    ['TON, raw in capitals, with a blank', tonRaw, ` ${tonRaw.toUpperCase()}`],
    ['the classic account of an X-address', withTag, classic],
    ['the classic account of an X-address without tag', withoutTag, classic],
    ['an X-address of the classic account', classic, withTag],
  ])('%s is equal', (_, wanted, seen) => {
    expect(differences({ address: seen }, { address: wanted })).toEqual([]);
    expect(differences({ address: wanted }, { address: seen })).toEqual([]);
  });

  it.each([
    ['an X-address with another tag', withTag, withoutTag],
    ['the classic account of somebody else', withTag, 'rGWrZyQqhTp9Xu7G5Pkayo7bXjH4k4QYpf'],
    ['the TON account in the other workchain', tonRaw, tonRaw.replace('0:', '-1:')],
    ['a TON address of the test network', ton, 'kQDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff-W72r5gqPgpP'],
    ['a TON address whose checksum is wrong', tonRaw, ton.replace(/F$/, 'G')],
  ])('%s differs', (_, wanted, seen) => {
    expect(differences({ address: seen }, { address: wanted })).toEqual(['address']);
    expect(differences({ address: wanted }, { address: seen })).toEqual(['address']);
  });

  it.each([
    ['the tag of the memo', '1', []],
    ['another tag than the memo', '5', ['address']],
  ])('an X-address with %s', (_, memo, expected) => {
    const record = { address: withTag, network: 'XRP' };
    expect(differences(record, { address: classic, network: 'XRP', memo })).toEqual(expected);
  });

  it.each([
    ['base58 (Bitcoin)', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'],
    ['base58 (Tron)', 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8'],
    ['base58 (Solana)', '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV'],
    ['base64url (TON)', 'EQBvW8Z5huBkMJYdnfAEM5JqTNkuWX3diqYENkWsIL0XggGG'],
  ])('%s: letter case matters', (_, address) => {
    expect(differences({ address: address.toLowerCase() }, { address })).toEqual(['address']);
    expect(differences({ address }, { address })).toEqual([]);
  });

  it('one digit of an EVM address matters', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 41 }), (place) => {
        const digit = ADDRESS[place] === '1' ? '2' : '1';
        const other = ADDRESS.slice(0, place) + digit + ADDRESS.slice(place + 1);
        expect(differences({ address: other })).toEqual(['address']);
      }),
    );
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

  it('is not compared at an unknown status', () => {
    expect(differences({ status: null, rampStatus: 'RISK_CONTROL', amount: '1' })).toEqual([]);
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

  it('is not compared if empty', () => expect(differences({ status: 'PAID', amount: null })).toEqual([]));
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

it('Sui: leading zeros and letter case do not matter', () => {
  const [asked, other] = ['0x02A2', '0x02A3'].map((start) => `${start}${'12De6A9DFA3A69'.repeat(5).slice(0, 60)}`);
  const wanted = { crypto: 'SUI', network: 'SUI', address: asked! };
  const seen = { crypto: 'SUI', network: 'sui' };
  for (const address of [asked!.toLowerCase(), asked!.replace('0x0', '0x'), asked!.slice(2)]) {
    expect(differences({ ...seen, address }, wanted)).toEqual([]);
  }
  expect(differences({ ...seen, address: other! }, wanted)).toEqual(['address']);
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
