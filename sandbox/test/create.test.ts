import { expect, it } from 'vitest';
import { ORDER, startMerchant } from './support/merchant.js';

const ADDRESSES = {
  bitcoin: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
  bnb: 'bnb1grpf0955h0ykzq3ar5nmum7y6gdfl6lxfn46h2',
  tron: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8',
  solana: '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV',
  xrp: 'rN7n7otQDd6FczFgLdSqtcsAUxDkw6fzRH',
  ton: 'EQBvW8Z5huBkMJYdnfAEM5JqTNkuWX3diqYENkWsIL0XggGG',
  evm: '0x52908400098527886e0f7030069857d2e4169ee7',
};

it('makes an order with an unguessable page URL', async () => {
  const merchant = await startMerchant();
  const answer = await merchant.create();
  expect(answer.envelope).toEqual({
    success: true,
    returnCode: '0000',
    returnMsg: 'SUCCESS',
    extend: '',
    data: {
      orderNo: expect.stringMatching(/^\d{19}$/) as string,
      payUrl: expect.stringMatching(new RegExp(`^${merchant.url}/pay/[0-9a-f]{32}$`)) as string,
    },
    traceId: expect.any(String) as string,
  });
  expect(await merchant.orders()).toMatchObject([{ ...(answer.data as object), merchantOrderNo: 'A-1001' }]);
});

it('makes a second order for a repeated number; a query returns the newest', async () => {
  const merchant = await startMerchant();
  const first = (await merchant.create()).data as { orderNo: string };
  const second = (await merchant.create({ amount: '200.00' })).data as { orderNo: string };
  expect(second.orderNo).not.toBe(first.orderNo);

  const { data } = await merchant.query({ merchantOrderNo: 'A-1001', side: 'BUY' });
  expect(data).toMatchObject({ orderNo: second.orderNo, amount: '200.00' });
  const old = await merchant.query({ orderNo: first.orderNo, side: 'BUY' });
  expect(old.data).toMatchObject({ orderNo: first.orderNo, amount: '100.00' });

  const calls = await merchant.ledger('?merchantOrderNo=A-1001');
  const creates = calls.filter(({ endpoint }) => endpoint === 'create');
  expect(creates.map(({ orderNo }) => orderNo)).toEqual([first.orderNo, second.orderNo]);
  expect((await merchant.orders('A-1001')).map(({ orderNo }) => orderNo)).toEqual([first.orderNo, second.orderNo]);
});

const LIMITS = 'The Min purchase amount is 20, The max purchase amount is 10000';

it.each<[string, Record<string, unknown>, string, string?]>([
  [
    'a fiat without commission',
    { fiatCurrency: 'XTS' },
    '3100',
    'Please contact with our team to configure commission',
  ],
  ['a payment method without commission', { payWayCode: '99999' }, '3100'],
  ['an unknown crypto', { cryptoCurrency: 'NOPE' }, '3101', 'Please contact with our team to configure crypto'],
  ['a crypto on a network without it', { network: 'BTC' }, '3101'],
  ['a pair not for sale', { cryptoCurrency: 'DAI' }, '3101'],
  ['too little', { amount: '19.99' }, '3102', `Quote amount exceed the range, ${LIMITS}`],
  ['nothing', { amount: '0' }, '3102'],
  ['too much', { amount: '10000.01' }, '3102', `Quote amount exceed the range, ${LIMITS}`],
  ['a truncated address', { address: '0x5290' }, '3105', 'Invalid Crypto Address'],
  ['a wrong EIP-55 checksum', { address: '0x52908400098527886E0F7030069857D2E4169Ee7' }, '3105'],
  ['an address of another family', { address: ADDRESSES.tron }, '3105'],
  [
    'a risky address',
    { address: '0x000000000000000000000000000000000000dEaD' },
    '3106',
    'Your current withdrawal address is at risk, please check or change to another one.',
  ],
  ['a risky address in lower case', { address: '0x000000000000000000000000000000000000dead' }, '3106'],
  ['more decimals than USD has', { amount: '100.001' }, '1004'],
  ['decimals in JPY', { amount: '20000.0', fiatCurrency: 'JPY' }, '1004'],
  ['BNB without memo', { cryptoCurrency: 'BNB', network: 'BNB', address: ADDRESSES.bnb }, '1005'],
  ['side SELL', { side: 'SELL' }, '1001', 'Parameter side must be BUY'],
  ['depositType as text', { depositType: '2' }, '1001', 'Parameter depositType must be the integer 2'],
  ['another depositType', { depositType: 1 }, '1001'],
  ['an amount that is a number', { amount: 100 }, '1001'],
  ['an amount with an exponent', { amount: '1e2' }, '1001'],
  ['a negative amount', { amount: '-100' }, '1001'],
  ['a lower-case fiat', { fiatCurrency: 'usd' }, '1001'],
  ['a country of three letters', { alpha2: 'USA' }, '1001'],
  ['a redirect that runs code', { redirectUrl: 'javascript:alert(1)' }, '1001'],
  ['a relative redirect', { failRedirectUrl: '/done' }, '1001'],
  ['a callback that is not a web URL', { callbackUrl: 'ftp://shop.example' }, '1001'],
])('refuses %s', async (_what, fields, code, message) => {
  const merchant = await startMerchant();
  const answer = await merchant.create(fields);
  expect(answer).toMatchObject({ status: 200, returnCode: code, data: null });
  if (message !== undefined) expect(answer.returnMsg).toBe(message);
  expect(await merchant.orders()).toEqual([]);
});

it.each(Object.keys(ORDER).filter((name) => name !== 'merchantOrderNo'))(
  'refuses a create without %s',
  async (name) => {
    const merchant = await startMerchant();
    const answer = await merchant.create({ [name]: undefined });
    expect(answer).toMatchObject({ returnCode: '1001', returnMsg: `Parameter ${name} is required` });
  },
);

it.each([
  ['USDT', 'ETH', ADDRESSES.evm],
  ['USDT', 'ETH', '0x52908400098527886E0F7030069857D2E4169EE7'],
  ['USDT', 'ETH', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
  ['USDT', 'BSC', ADDRESSES.evm],
  ['USDT', 'TRX', ADDRESSES.tron],
  ['USDC', 'ETH', ADDRESSES.evm],
  ['ETH', 'ETH', ADDRESSES.evm],
  ['BTC', 'BTC', ADDRESSES.bitcoin],
  ['BTC', 'BTC', '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2'],
  ['BNB', 'BSC', ADDRESSES.evm],
  ['BNB', 'BNB', ADDRESSES.bnb],
  ['SOL', 'SOL', ADDRESSES.solana],
  ['XRP', 'XRP', ADDRESSES.xrp],
  ['TON', 'TON', ADDRESSES.ton],
])('accepts %s on %s to %s', async (cryptoCurrency, network, address) => {
  const merchant = await startMerchant();
  const answer = await merchant.create({ cryptoCurrency, network, address, memo: 'tag 7' });
  expect(answer.returnCode).toBe('0000');
  expect((await merchant.query({ merchantOrderNo: 'A-1001' })).data).toMatchObject({ network, address });
});
