import { describe, expect, it } from 'vitest';
import type { OrderDto } from '#src/reading/api/order.dto.js';
import { presentOrder } from '#src/reading/api/order.presenter.js';
import type { TradeStatus } from '#src/orders/model/order-status.js';
import type { FactName } from '#src/ramp/port/trade-facts.js';
import { HOUR, MINUTE, at } from '../../support/moments.js';
import { asked, orderState, trade, unknownTrade } from '../../support/order-builders.js';
import type { GivenState } from '../../support/order-builders.js';

const TTL = HOUR;
const present = (given: GivenState = {}): OrderDto =>
  presentOrder(orderState(given), { payUrlTtlMs: TTL, maxTrades: 20 });

const FIELDS = `merchantOrderNo side status settled final retryable version payUrl payUrlExpiresAt orderNo rampStatus
  fiat amount crypto network address memo payWayCode country
  paidAmount cryptoPrice cryptoQuantity rampFee rampFeeUnit networkFee rebateFiatAmount rebateUsdAmount
  fiatInUSD rampFeeInUSD cryptoNetworkFee networkFeeInUSD cryptoAmountInUSDT tokenAddress payType
  txHash createdAt updatedAt rampCreatedAt paidAt transferredAt completedAt failure inReview trades`.split(/\s+/);

const full = trade({
  status: 'COMPLETED',
  rampStatus: 'FINISHED',
  amount: '101.00',
  cryptoPrice: '1.01',
  cryptoQuantity: '98.500000000000000000',
  rampFee: '1.00',
  rampFeeUnit: 'USD',
  networkFee: '0.50',
  rebateFiatAmount: '0',
  rebateUsdAmount: '0.00',
  fiatInUSD: '100.00',
  rampFeeInUSD: '1.00',
  cryptoNetworkFee: '0.5',
  networkFeeInUSD: '0.50',
  cryptoAmountInUSDT: '98.50',
  tokenAddress: '0xtoken',
  payType: 'VISA',
  txHash: '0xhash',
  rampCreatedAt: at(-4 * MINUTE),
  paidAt: at(-3 * MINUTE),
  transferredAt: at(-2 * MINUTE),
  completedAt: at(-MINUTE),
});

describe('order presenter', () => {
  it('has exactly the fields of the contract in every state', () => {
    for (const trades of [[full], [trade()], [unknownTrade()], [unknownTrade({ superseded: true }), trade({ n: 2 })]]) {
      const view = present({ trades });
      expect(Object.keys(view).sort()).toEqual([...FIELDS].sort());
      expect(Object.entries(view).filter(([, value]) => value === undefined)).toEqual([]);
    }
  });

  it("shows the provider's amounts digit for digit, beside the terms", () => {
    const view = present({ order: { status: 'COMPLETED' }, trades: [{ ...full, asked: asked({ memo: 'm-1' }) }] });
    const names = FIELDS.slice(FIELDS.indexOf('cryptoPrice'), FIELDS.indexOf('createdAt')) as FactName[];
    expect(names.length).toBeGreaterThan(10);
    for (const name of names) expect(view[name as keyof OrderDto], name).toBe(full.facts[name] ?? null);
    expect(view.paidAmount).toBe('101.00');
    expect(present({ trades: [trade({ amount: '101.00' })] }).paidAmount).toBeNull();
    expect(view).toMatchObject({ orderNo: 'P-1', rampStatus: 'FINISHED', amount: '100.00', memo: 'm-1', fiat: 'USD' });
  });

  it('lists each trade', () => {
    const { trades } = present({
      trades: [trade({ status: 'CANCELLED', rampStatus: 'CANCEL', superseded: true }), unknownTrade({ n: 2 })],
    });
    expect(trades).toEqual([
      {
        tradeNo: 'A-1001',
        orderNo: 'P-1',
        status: 'CANCELLED',
        rampStatus: 'CANCEL',
        current: false,
        paidAmount: null,
        paidAt: null,
        createdAt: at(-10 * MINUTE).toISOString(),
      },
      {
        tradeNo: 'A-1001-r2',
        orderNo: null,
        status: 'CREATING',
        rampStatus: null,
        current: true,
        paidAmount: null,
        paidAt: null,
        createdAt: at(-10 * MINUTE).toISOString(),
      },
    ]);
  });

  it("states each payment's own amount and time, and of an unpaid trade neither", () => {
    const { facts } = full;
    const payments = (status: TradeStatus) =>
      present({
        trades: [trade({ status, facts: { ...facts, amount: '55.00' } }), { ...full, n: 2, tradeNo: 'A-1001-r2' }],
      }).trades.map(({ paidAmount, paidAt }) => [paidAmount, paidAt]);
    const paidAt = at(-3 * MINUTE).toISOString();
    expect(payments('REFUNDED')).toEqual([
      ['55.00', paidAt],
      ['101.00', paidAt],
    ]);
    expect(payments('CANCELLED')[0]).toEqual([null, null]);
  });

  it('hides internal fields', () => {
    const order = {
      caller: 'caller-x',
      customerId: 'customer-x',
      secretSalt: Buffer.from('salt-x'),
      attemptLease: 'lease-x',
    };
    const text = JSON.stringify(
      present({ order, trades: [trade({ lastSeen: { email: 'seen-x' }, hintCause: 'hint-x' })] }),
    );
    expect(text).not.toMatch(/-x|secretSalt|lease/);
  });
});

describe('order presenter: the end', () => {
  it.each<[TradeStatus, boolean, boolean]>([
    // Not settled: a second card on the same page.
    ['PAYMENT_FAILED', false, true],
    ['CANCELLED', true, true],
    ['COMPLETED', true, false],
  ])('%s: settled %s, retryable %s', (status, settled, retryable) => {
    expect(present({ order: { status } })).toMatchObject({ status, settled, retryable });
  });

  it.each(['payment_failed', 'cancelled', 'expired', 'not_created', 'amount_out_of_range', 'ramp_refused', 'refunded'])(
    'failure %s has its code and a text',
    (failureCode) => {
      const { failure } = present({ order: { failureCode } });
      expect(failure).toEqual({ code: failureCode, message: expect.stringMatching(/^[A-Z].{10,}\.$/) as string });
    },
  );
});

describe('order presenter: the payUrl', () => {
  it("is the current trade's, with its expiry", () => {
    expect(present({ trades: [trade({ payUrlAt: at(-MINUTE) })] })).toMatchObject({
      payUrl: 'https://pay.example/1',
      payUrlExpiresAt: at(-MINUTE + TTL).toISOString(),
    });
  });

  it.each([
    ['a moment before its time is up', -TTL + 1, true],
    ['when its time is up', -TTL, false],
    ['long after', -10 * TTL, false],
  ])('%s', (_, handedOutAt, shown) => {
    const view = present({ trades: [trade({ payUrlAt: at(handedOutAt) })] });
    expect(view.payUrl !== null).toBe(shown);
    expect(view.payUrlExpiresAt !== null).toBe(shown);
  });
});
