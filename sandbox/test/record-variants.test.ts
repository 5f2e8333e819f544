import { expect, it } from 'vitest';
import { startMerchant } from './support/merchant.js';

type Rec = Record<string, unknown>;
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
  const buy = (await merchant.query({ merchantOrderNo: 'A-1001' })).data as Rec;
  const sell = (await merchant.query({ merchantOrderNo: 'S-1', side: 'SELL' })).data as Rec;
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

it('limits of the list are strings', async () => {
  const merchant = await startMerchant({ listNumbers: 'strings' });
  const list = (await merchant.list()).data as readonly Rec[];
  expect(list[0]).toMatchObject({ minPurchaseAmount: '20', maxPurchaseAmount: '10000', buyEnable: 1 });
  expect(list[3]).toMatchObject({ minSellAmount: null });
});

it('has extra fields and other status words, which forced fields override', async () => {
  const merchant = await startMerchant({
    recordFields: { channel: 'web', rebateFiatAmount: null },
    statusWords: { PAY_FAIL: 'RISK_CONTROL', 2: '12' },
  });
  await merchant.create();
  const record = async (): Promise<Rec> => (await merchant.query({ merchantOrderNo: 'A-1001' })).data as Rec;
  expect(await record()).toMatchObject({ channel: 'web', rebateFiatAmount: null, status: 'PENDING' });
  await merchant.control('POST', '/orders/A-1001/status', { status: 'PAY_FAIL', fields: { channel: 'app' } });
  expect(await record()).toMatchObject({ channel: 'app', status: 'RISK_CONTROL' });
  await merchant.control('POST', '/sell-orders', { merchantOrderNo: 'S-1', status: '2' });
  const sell = (await merchant.query({ merchantOrderNo: 'S-1', side: 'SELL' })).data;
  expect(sell).toMatchObject({ channel: 'web', status: '12' });
});

it('changes prices of quotes and of later orders', async () => {
  const merchant = await startMerchant();
  await merchant.create({ merchantOrderNo: 'before' });
  await merchant.control('POST', '/behaviour', { priceChangePercent: '-2.5' });
  await merchant.create({ merchantOrderNo: 'after' });
  await merchant.control('POST', '/sell-orders', { merchantOrderNo: 'S-1' });
  const price = async (fields: Rec): Promise<unknown> => ((await merchant.query(fields)).data as Rec)['cryptoPrice'];
  expect(await price({ merchantOrderNo: 'before' })).toBe('1');
  expect(await price({ merchantOrderNo: 'after' })).toBe('0.975');
  expect(await price({ merchantOrderNo: 'S-1', side: 'SELL' })).toBe('0.975');
  expect((await merchant.quote()).data).toMatchObject({ cryptoPrice: '0.975' });
  expect((await merchant.quote({ side: 'SELL' })).data).toMatchObject({ fiatQuantity: '97.50' });
});

it.each([
  ['error', [{ payWayCode: '10003', returnCode: '3199', returnMsg: 'No quote for this payment method' }]],
  ['nulls', [expect.objectContaining({ payWayCode: '10003', fiat: 'USD', cryptoQuantity: null, rampFee: null })]],
  ['left-out', []],
] as const)('a payment method without a quote: %s', async (quoteFailureEntry, expected) => {
  const merchant = await startMerchant({ quoteFailures: { 10003: '3199' }, quoteFailureEntry });
  const all = (await merchant.quote({ type: 'ALL' })).data as readonly Rec[];
  expect(all.slice(0, 2).map(({ payWayCode }) => payWayCode)).toEqual(['10001', '10002']);
  expect(all.slice(2)).toEqual(expected);
  expect(await merchant.quote({ payWayCode: '10003' })).toMatchObject({ returnCode: '3199', data: null });
  expect((await merchant.quote({ payWayCode: '10001' })).returnCode).toBe('0000');
});
