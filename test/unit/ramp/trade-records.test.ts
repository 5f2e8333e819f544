import { describe, expect, it } from 'vitest';
import { readBuyRecord } from '#src/ramp/wire/trade-records.js';
import { readSellRecord } from '#src/ramp/wire/trade-records.js';
import { parseWire } from '#src/ramp/wire/wire.js';
import type { WireRecord, WireValue } from '#src/ramp/wire/wire.js';
import type { StatedFacts } from '#src/ramp/port/trade-facts.js';

const json = (value: unknown): WireValue =>
  parseWire(Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)))!.json;
const reading = {
  timeZone: 'Asia/Singapore',
  statusMap: new Map([
    ['BUY:RISK_CONTROL', 'PAID'],
    ['SELL:9', 'REFUNDED'],
  ]),
};
const flat = <S extends { facts: StatedFacts }>({ facts, ...rest }: S) => ({ ...rest, ...facts });
const buy = (value: unknown) => flat(readBuyRecord(json(value) as WireRecord, reading));
const sell = (value: unknown) => flat(readSellRecord(json(value) as WireRecord, reading));

const buyRecord = {
  orderNo: '1001',
  side: 'BUY',
  status: 'FINISHED',
  appId: 'app-0001',
  createTime: '20260101 08:00:00',
  payTime: '20260101 08:05:00',
  txTime: '20260101 08:10:00',
  txHash: '0xabc',
  address: '0x52908400098527886E0F7030069857D2E4169EE7',
  crypto: 'USDT',
  network: 'ETH',
  tokenAddress: '',
  fiat: 'USD',
  amount: '100.00',
  alpha2: 'US',
  payType: 'VISA',
  cryptoPrice: '1.0100',
  cryptoQuantity: '96.039603960396039603',
  rampFee: '2.50',
  rampFeeUnit: 'USD',
  networkFee: '0.50',
  rebateFiatAmount: '0.10',
  rebateUsdAmount: '0.11',
  networkfee: '9.99',
  rampfee: '8.88',
  fiatInUSD: '100.01',
  rampFeeInUSD: '2.51',
  cryptoNetworkFee: '0E-8',
  networkFeeInUSD: '0.51',
  cryptoAmountInUSDT: '96.04',
};

describe('the BUY record', () => {
  it('is read completely', () => {
    expect(buy(buyRecord)).toEqual({
      ...buyRecord,
      alpha2: undefined,
      createTime: undefined,
      payTime: undefined,
      txTime: undefined,
      networkfee: undefined,
      rampfee: undefined,
      kind: 'BUY',
      rampStatus: 'FINISHED',
      status: 'COMPLETED',
      rampCreatedAt: '2026-01-01T00:00:00.000Z',
      paidAt: '2026-01-01T00:05:00.000Z',
      transferredAt: '2026-01-01T00:10:00.000Z',
      tokenAddress: null,
      country: 'US',
      cryptoNetworkFee: '0.00000000',
      unreadable: [],
    });
  });

  it.each<[string, object, object]>([
    ['absent', { networkfee: '1.5', rampfee: '2.5' }, { networkFee: '1.5', rampFee: '2.5' }],
    [
      'empty',
      { networkFee: '', networkfee: '1.5', rampFee: null, rampfee: '2.5' },
      { networkFee: '1.5', rampFee: '2.5' },
    ],
    ['there', { networkFee: '0', networkfee: '1.5' }, { networkFee: '0' }],
    ['unreadable', { networkFee: 'x', networkfee: '1.5' }, { networkFee: null, unreadable: ['networkFee'] }],
    ['unreadable, in the old spelling', { networkfee: 'x' }, { networkFee: null, unreadable: ['networkfee'] }],
  ])('uses a deprecated spelling if the new one is %s', (_, record, expected) => {
    expect(buy(record)).toMatchObject(expected);
  });

  it.each<[string, unknown]>([
    ['amount', '1,000.00'],
    ['amount', '01'],
    ['amount', true],
    ['amount', {}],
    ['createTime', 'yesterday'],
    ['payTime', '20260230 00:00:00'],
    ['status', ['PENDING']],
    ['address', false],
    ['txHash', 'x'.repeat(1025)],
    ['orderNo', 'a\u0000b'],
    ['orderNo', '\ud800'],
    ['crypto', { toString: 'USDT' }],
  ])('lists %s of %j as unreadable, and reads the rest', (name, value) => {
    const snapshot = buy({ ...buyRecord, [name]: value });
    expect(snapshot.unreadable).toEqual([name]);
    expect(snapshot.fiat).toBe('USD');
  });

  it.each<[string, unknown]>([
    ...['txTime', 'payTime', 'createTime'].flatMap((name) =>
      ['0', 0, '0000-00-00 00:00:00', '1970-01-01 00:00:00', 'null', ' '].map((value): [string, unknown] => [
        name,
        value,
      ]),
    ),
    ...['networkFee', 'cryptoQuantity', 'orderNo', 'payType', 'network'].flatMap((name) =>
      ['null', 'NULL', 'None', 'N/A', '-', '--', ' ', 'undefined'].map((value): [string, unknown] => [name, value]),
    ),
    ...['0', 0, '0x', '0x0', '0x0000000000000000'].map((value): [string, unknown] => ['txHash', value]),
    ...['0', 0, '0.00', '0E-8'].map((value): [string, unknown] => ['cryptoPrice', value]),
  ])('reads %s of %j as null', (name, value) => {
    expect(buy({ ...buyRecord, [name]: value })).toEqual({ ...buy({ ...buyRecord, [name]: null }) });
    expect(buy({ ...buyRecord, [name]: value }).unreadable).toEqual([]);
  });

  it('keeps an unknown word and has no status for it', () => {
    expect(buy({ status: 'MONEY_BACK' })).toMatchObject({ rampStatus: 'MONEY_BACK', status: null, unreadable: [] });
    expect(buy({ status: 'RISK_CONTROL' })).toMatchObject({ rampStatus: 'RISK_CONTROL', status: 'PAID' });
  });
});

describe('the SELL record', () => {
  it('is read completely', () => {
    const alike = {
      orderNo: '2001',
      appId: 'app-0001',
      address: 'TXYZ',
      txHash: 'abc',
      signature: 'c2lnbg==',
      fiat: 'EUR',
      crypto: 'USDT',
      network: 'TRX',
      cryptoPrice: '0.99',
      cryptoAmount: '100',
      cryptoActualAmount: '99.5',
      fiatAmount: '98.505',
      rampFee: '1.5',
      paymentType: '10001',
    };
    const snapshot = sell({
      ...alike,
      merchantOrderNo: 'S-1',
      payTime: '20260101 08:00:00',
      completeTime: '20260101 08:05:00',
      receiptTime: '2026-01-01 08:10:00',
      email: 'jane@example.com',
      name: 'Jane Doe',
      account: '****1234',
      card: '',
      status: '5',
      orderAddress: 'https://ramp.example/o/1',
      failReason: 'account ****1234 of Jane Doe closed',
    });
    expect(snapshot).toEqual({
      ...alike,
      kind: 'SELL',
      side: null,
      tradeNo: 'S-1',
      rampStatus: '5',
      status: 'PAYOUT_FAILED',
      transferredAt: '2026-01-01T00:00:00.000Z',
      paidAt: '2026-01-01T00:05:00.000Z',
      completedAt: '2026-01-01T00:10:00.000Z',
      orderPageUrl: 'https://ramp.example/o/1',
      // Masked, because the reason is stored and shown unchanged.
      failReason: 'account [masked] of [masked] closed',
      payee: { email: 'jane@example.com', name: 'Jane Doe', account: '****1234', card: null },
      unreadable: [],
    });
  });

  it.each([
    ['text', '{"status":"4"}', 'COMPLETED'],
    ['a number', '{"status":4}', 'COMPLETED'],
    ['a number that a setting maps', '{"status":9}', 'REFUNDED'],
    ['a number that is not a code', '{"status":4.0}', null],
  ])('has its status as %s', (_, text, status) => {
    expect(sell(text).status).toBe(status);
  });

  it.each([
    ['https://ramp.example/o/1?k=1#a', 'https://ramp.example/o/1?k=1#a'],
    ['HTTP://ramp.example', 'http://ramp.example/'],
    [' https://ramp.example/', 'https://ramp.example/'],
    ['https://ramp.example/ x', 'https://ramp.example/%20x'],
    ['https:\\\\ramp.example', 'https://ramp.example/'],
    ['https://ramp.example@evil.example/', null],
    ['javascript:alert(document.domain)', null],
    ['JaVaScRiPt://ramp.example/%0aalert(1)', null],
    ['data:text/html,<script>alert(1)</script>', null],
    ['java\nscript:alert(1)', null],
    ['//ramp.example/o/1', null],
    ['ramp.example/o/1', null],
    ['https://', null],
    ['', null],
  ])('has the page at %j as %j, without a review', (orderAddress, orderPageUrl) => {
    expect(sell({ orderNo: '1', status: '1', orderAddress })).toMatchObject({ orderPageUrl, unreadable: [] });
  });
});
