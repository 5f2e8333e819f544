import { expect, it } from 'vitest';
import { ADDRESS, startMerchant } from './support/merchant.js';

const BUY_FIELDS = [
  ...['orderNo', 'side', 'status', 'appId', 'createTime', 'payTime', 'txTime', 'txHash', 'address', 'crypto'],
  ...['network', 'tokenAddress', 'fiat', 'amount', 'alpha2', 'payType', 'cryptoPrice', 'cryptoQuantity', 'rampFee'],
  ...['rampFeeUnit', 'networkFee', 'rebateFiatAmount', 'rebateUsdAmount', 'networkfee', 'rampfee'],
];
const FINISHED_FIELDS = ['fiatInUSD', 'rampFeeInUSD', 'cryptoNetworkFee', 'networkFeeInUSD', 'cryptoAmountInUSDT'];
const SELL_FIELDS = [
  ...['orderNo', 'merchantOrderNo', 'address', 'payTime', 'completeTime', 'receiptTime', 'crypto', 'network'],
  ...['cryptoPrice', 'cryptoAmount', 'cryptoActualAmount', 'fiatAmount', 'rampFee', 'appId', 'fiat', 'txHash'],
  ...['email', 'signature', 'status', 'orderAddress', 'paymentType', 'name', 'account', 'card', 'failReason'],
];

type Rec = Record<string, string>;

it.each(['PENDING', 'PAY_FAIL', 'PAY_SUCCESS', 'TRANSFER', 'CANCEL', 'FINISHED'])(
  "a BUY record in %s has exactly the contract's fields, all strings",
  async (status) => {
    const merchant = await startMerchant();
    await merchant.create();
    await merchant.control('POST', '/orders/A-1001/status', { status });
    const record = (await merchant.query({ merchantOrderNo: 'A-1001', side: 'BUY' })).data as Rec;
    const expected = status === 'FINISHED' ? [...BUY_FIELDS, ...FINISHED_FIELDS] : BUY_FIELDS;
    expect(Object.keys(record).sort()).toEqual(expected.sort());
    expect(Object.values(record).every((value) => typeof value === 'string')).toBe(true);
    expect(record).toMatchObject({
      ...{ status, side: 'BUY', appId: 'sandbox-app', address: ADDRESS, amount: '100.00', fiat: 'USD', alpha2: 'US' },
      ...{ crypto: 'USDT', network: 'ETH', payType: 'Visa', rampFeeUnit: 'USD' },
    });
    expect(record['rampfee']).toBe(record['rampFee']);
    expect(record['networkfee']).toBe(record['networkFee']);
    const paid = ['PAY_SUCCESS', 'TRANSFER', 'FINISHED'].includes(status);
    const sent = ['TRANSFER', 'FINISHED'].includes(status);
    expect(record['payTime'] !== '').toBe(paid);
    expect(record['txTime'] !== '').toBe(sent);
    expect(record['txHash']).toMatch(sent ? /^0x[0-9a-f]{64}$/ : /^$/);
  },
);

it('keeps payment and transaction in all later statuses', async () => {
  const merchant = await startMerchant();
  await merchant.create();
  const records: Rec[] = [];
  for (const status of ['PAY_SUCCESS', 'TRANSFER', 'FINISHED']) {
    await merchant.control('POST', '/orders/A-1001/status', { status });
    records.push((await merchant.query({ merchantOrderNo: 'A-1001' })).data as Rec);
  }
  const [paid, sent, finished] = records;
  expect(sent!['payTime']).toBe(paid!['payTime']);
  expect(finished).toMatchObject({ payTime: paid!['payTime'], txTime: sent!['txTime'], txHash: sent!['txHash'] });
});

it('calculates fees, quantity and dollars by its tables', async () => {
  const merchant = await startMerchant();
  await merchant.create({ fiatCurrency: 'EUR', amount: '90.00' });
  await merchant.control('POST', '/orders/A-1001/status', { status: 'FINISHED' });
  // 90 EUR = 100 USD; fee 3.9 % + 0.50 USD = 3.51 + 0.45 EUR; network 1.5 USDT at 0.9 EUR.
  expect((await merchant.query({ merchantOrderNo: 'A-1001' })).data).toMatchObject({
    cryptoPrice: '0.9',
    rampFee: '3.96',
    networkFee: '1.35',
    cryptoQuantity: '94.1',
    fiatInUSD: '100.00',
    rampFeeInUSD: '4.40',
    cryptoNetworkFee: '1.5',
    networkFeeInUSD: '1.50',
    cryptoAmountInUSDT: '94.1',
  });
});

it.each([
  ['UTC', '20260101 00:00:00'],
  ['Asia/Singapore', '20260101 08:00:00'],
  ['America/New_York', '20251231 19:00:00'],
])('writes dates on the virtual clock in the zone %s', async (timeZone, expected) => {
  const merchant = await startMerchant({ timeZone });
  const moment = Date.UTC(2026, 0, 1) + 100;
  await merchant.control('POST', '/clock', { offsetMs: moment - Date.now() });
  await merchant.create({}, { now: moment });
  const { createTime = '' } = (await merchant.query({ merchantOrderNo: 'A-1001' }, { now: moment })).data as Rec;
  expect(createTime.slice(0, -1)).toBe(expected.slice(0, -1));
});

it.each(['1', '2', '3', '4', '5', '6', '7'])('a SELL record in status %s', async (status) => {
  const merchant = await startMerchant();
  const made = await merchant.control('POST', '/sell-orders', { merchantOrderNo: 'S-1', cryptoAmount: '50', status });
  expect(made.status).toBe(201);
  const record = (await merchant.query({ merchantOrderNo: 'S-1', side: 'SELL' })).data as Rec;
  expect(Object.keys(record).sort()).toEqual(SELL_FIELDS.sort());
  expect(Object.values(record).every((value) => typeof value === 'string')).toBe(true);
  expect(record).toMatchObject({
    ...{ status, merchantOrderNo: 'S-1', crypto: 'USDT', network: 'ETH', fiat: 'USD', paymentType: '10001' },
    ...{ cryptoPrice: '1', cryptoAmount: '50', fiatAmount: '50.00', rampFee: '0.50' },
  });
  expect(record['completeTime'] !== '').toBe(['2', '3', '4', '5', '6'].includes(status));
  expect(record['payTime'] !== '').toBe(['3', '4', '5', '6'].includes(status));
  expect(record['receiptTime'] !== '').toBe(status === '4');
  expect(record['failReason'] !== '').toBe(status === '5');
  const page = await fetch(record['orderAddress'] ?? '');
  expect(page.status).toBe(200);
  expect(await page.text()).toContain('50 USDT');
});

it('queries one side, BUY by default', async () => {
  const merchant = await startMerchant();
  await merchant.create();
  await merchant.control('POST', '/sell-orders', { merchantOrderNo: 'S-1' });
  for (const [fields, found] of [
    [{ merchantOrderNo: 'A-1001' }, true],
    [{ merchantOrderNo: 'A-1001', side: 'BUY' }, true],
    [{ merchantOrderNo: 'A-1001', side: 'SELL' }, false],
    [{ merchantOrderNo: 'S-1', side: 'SELL' }, true],
    [{ merchantOrderNo: 'S-1' }, false],
    [{ merchantOrderNo: 'nobody' }, false],
    [{ orderNo: '921' }, false],
  ] as const) {
    const { returnCode, data } = await merchant.query(fields);
    expect(returnCode).toBe('0000');
    expect(data !== null, JSON.stringify(fields)).toBe(found);
  }
});

it('finds nothing if the two numbers do not belong together', async () => {
  const merchant = await startMerchant();
  const { orderNo } = (await merchant.create()).data as { orderNo: string };
  expect((await merchant.query({ orderNo, merchantOrderNo: 'A-1001' })).data).toMatchObject({ orderNo });
  expect((await merchant.query({ orderNo, merchantOrderNo: 'B' })).data).toBeNull();
});

it('refuses a query without a number or for an unknown side', async () => {
  const merchant = await startMerchant();
  expect((await merchant.query({ side: 'BUY' })).returnCode).toBe('1001');
  expect((await merchant.query({ merchantOrderNo: 'A', side: 'HOLD' })).returnCode).toBe('1001');
});

it('may refuse the query of an unknown order', async () => {
  const merchant = await startMerchant();
  await merchant.control('POST', '/behaviour', { unknownOrder: 'refusal' });
  expect(await merchant.query({ merchantOrderNo: 'nobody' })).toMatchObject({ returnCode: '1006', data: null });
});
