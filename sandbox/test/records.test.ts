import { expect, it } from 'vitest';
import { ADDRESS, startMerchant } from './support/merchant.js';

const BUY_FIELDS = [
  'orderNo',
  'side',
  'status',
  'appId',
  'createTime',
  'payTime',
  'txTime',
  'txHash',
  'address',
  'crypto',
  'network',
  'tokenAddress',
  'fiat',
  'amount',
  'alpha2',
  'payType',
  'cryptoPrice',
  'cryptoQuantity',
  'rampFee',
  'rampFeeUnit',
  'networkFee',
  'rebateFiatAmount',
  'rebateUsdAmount',
  'networkfee',
  'rampfee',
];
const FINISHED_FIELDS = ['fiatInUSD', 'rampFeeInUSD', 'cryptoNetworkFee', 'networkFeeInUSD', 'cryptoAmountInUSDT'];
const SELL_FIELDS = [
  'orderNo',
  'merchantOrderNo',
  'address',
  'payTime',
  'completeTime',
  'receiptTime',
  'crypto',
  'network',
  'cryptoPrice',
  'cryptoAmount',
  'cryptoActualAmount',
  'fiatAmount',
  'rampFee',
  'appId',
  'fiat',
  'txHash',
  'email',
  'signature',
  'status',
  'orderAddress',
  'paymentType',
  'name',
  'account',
  'card',
  'failReason',
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
      status,
      side: 'BUY',
      appId: 'sandbox-app',
      address: ADDRESS,
      amount: '100.00',
      fiat: 'USD',
      alpha2: 'US',
      crypto: 'USDT',
      network: 'ETH',
      payType: 'Visa',
      rampFeeUnit: 'USD',
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
    status,
    merchantOrderNo: 'S-1',
    crypto: 'USDT',
    network: 'ETH',
    fiat: 'USD',
    paymentType: '10001',
    cryptoPrice: '1',
    cryptoAmount: '50',
    fiatAmount: '50.00',
    rampFee: '0.50',
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

it('may refuse the query of an unknown order', async () => {
  const merchant = await startMerchant();
  await merchant.control('POST', '/behaviour', { unknownOrder: 'refusal' });
  expect(await merchant.query({ merchantOrderNo: 'nobody' })).toMatchObject({ returnCode: '1006', data: null });
});

type Fields = Record<string, unknown>;
const MOMENT = Date.UTC(2026, 0, 1, 16, 5, 9);

it.each([
  ['contract', 'UTC', '20260101 16:05:09'],
  ['dashes', 'UTC', '2026-01-01 16:05:09'],
  ['iso', 'UTC', '2026-01-01T16:05:09Z'],
  ['millis', 'UTC', String(MOMENT)],
  ['contract', 'Asia/Singapore', '20260102 00:05:09'],
  ['dashes', 'America/New_York', '2026-01-01 11:05:09'],
  ['iso', 'America/New_York', '2026-01-01T11:05:09-05:00'],
  ['iso', 'Asia/Kathmandu', '2026-01-01T21:50:09+05:45'],
  ['millis', 'Asia/Singapore', String(MOMENT)],
] as const)('dates: %s in %s, on both sides', async (dateFormat, timeZone, expected) => {
  const merchant = await startMerchant();
  await merchant.create();
  await merchant.control('POST', '/sell-orders', { merchantOrderNo: 'S-1' });
  await merchant.control('POST', '/behaviour', { dateFormat, timeZone, stamps: 'machine' });
  await merchant.control('POST', '/clock', { offsetMs: MOMENT - Date.now(), stamps: 'machine' });
  await merchant.control('POST', '/orders/A-1001/status', { status: 'PAY_SUCCESS' });
  await merchant.control('POST', '/orders/S-1/status', { status: '2' });
  const buy = (await merchant.query({ merchantOrderNo: 'A-1001' })).data as Fields;
  const sell = (await merchant.query({ merchantOrderNo: 'S-1', side: 'SELL' })).data as Fields;
  // The real time is a little later than the jump.
  const seconds = (text: unknown): string => (dateFormat === 'millis' ? String(text).slice(0, 8) : String(text));
  const same = (text: unknown): boolean =>
    seconds(text).replace(/:\d\d(?=$|[Z+-])/, '') === seconds(expected).replace(/:\d\d(?=$|[Z+-])/, '');
  expect(same(buy['payTime']), String(buy['payTime'])).toBe(true);
  expect(same(sell['completeTime']), String(sell['completeTime'])).toBe(true);
  expect([buy['txTime'], sell['payTime']]).toEqual(['', '']);
});

it('amounts are lossless JSON numbers, and no other field is', async () => {
  const merchant = await startMerchant({ numbers: 'numbers' });
  await merchant.create();
  await merchant.control('POST', '/sell-orders', { merchantOrderNo: 'S-1' });
  const { text } = await merchant.query({ merchantOrderNo: 'A-1001' });
  expect(text).toContain('"amount":100.00,');
  expect(text).toContain('"networkFee":1.50,');
  expect(text).toMatch(/"orderNo":"\d{19}"/);
  expect(text).toContain('"fiat":"USD"');
  const sell = (await merchant.query({ merchantOrderNo: 'S-1', side: 'SELL' })).text;
  expect(sell).toContain('"cryptoAmount":100,');
  expect(sell).toContain('"cryptoActualAmount":""');
  expect(sell).toContain('"status":"1"');
  expect((await merchant.quote()).text).toMatch(/"rampFee":4\.40,.*"payWayCode":"10001"/);
  expect((await merchant.quote({ side: 'SELL' })).text).toMatch(/"fiatQuantity":100\.00,.*"cryptoQuantity":null/);
  expect((await merchant.quote({ type: 'ALL' })).text.match(/"rampFee":\d/g)).toHaveLength(3);
});

it.each([
  ['error', [{ payWayCode: '10003', returnCode: '3199', returnMsg: 'No quote for this payment method' }]],
  ['nulls', [expect.objectContaining({ payWayCode: '10003', fiat: 'USD', cryptoQuantity: null, rampFee: null })]],
  ['left-out', []],
] as const)('a payment method without a quote: %s', async (quoteFailureEntry, expected) => {
  const merchant = await startMerchant({ quoteFailures: { 10003: '3199' }, quoteFailureEntry });
  const all = (await merchant.quote({ type: 'ALL' })).data as readonly Fields[];
  expect(all.slice(0, 2).map(({ payWayCode }) => payWayCode)).toEqual(['10001', '10002']);
  expect(all.slice(2)).toEqual(expected);
  expect(await merchant.quote({ payWayCode: '10003' })).toMatchObject({ returnCode: '3199', data: null });
  expect((await merchant.quote({ payWayCode: '10001' })).returnCode).toBe('0000');
});
