import { describe, expect, it } from 'vitest';
import { presentSellOrder } from '#src/reading/api/order-view.presenter.js';
import type { SellOrderDto } from '#src/reading/api/sell-order.dto.js';
import { newSaleTrade } from '#src/orders/decisions/new-order.js';
import type { OrderRow, TradeRow } from '#src/orders/model/order.types.js';
import type { Payee } from '#src/ramp/port/ramp.types.js';
import { MINUTE, at } from '../../support/moments.js';
import { orderState, trade } from '../../support/order-builders.js';
import type { GivenFacts } from '../../support/order-builders.js';

const NOTHING = {
  fiat: null,
  amount: null,
  crypto: null,
  network: null,
  address: null,
  payWayCode: null,
  country: null,
};
const REGISTRATION = {
  merchantOrderNo: 'A-1001',
  rampMerchantOrderNo: 'A-1001',
  orderNo: null,
  caller: 'x',
  customerId: null,
};

interface Given {
  readonly order?: Partial<OrderRow>;
  readonly trade?: Partial<TradeRow> & GivenFacts;
  readonly payee?: Payee | 'unreadable' | null;
}

function present({ order, trade: given, payee = null }: Given = {}): SellOrderDto {
  const row = trade({ ...newSaleTrade(REGISTRATION, at(-MINUTE)), amount: null, rampCreatedAt: null, ...given });
  const state = orderState({ order: { side: 'SELL', status: row.status, ...NOTHING, ...order }, trades: [row] });
  return presentSellOrder(state, payee);
}

const FIELDS = `merchantOrderNo side status settled final retryable version payUrl payUrlExpiresAt orderNo rampStatus
  fiat amount crypto network address memo payWayCode country cryptoPrice rampFee
  cryptoAmount cryptoActualAmount fiatAmount payoutAddress orderPageUrl paymentType payee failReason
  txHash createdAt updatedAt rampCreatedAt paidAt transferredAt completedAt failure inReview trades`.split(/\s+/);

const JANE: Payee = { name: 'Jane Doe', account: '12345678', card: null, email: 'jane@example.com' };

describe('sale presenter', () => {
  it('has exactly the fields of the contract', () => {
    for (const given of [{}, { payee: JANE }, { payee: 'unreadable' as const }]) {
      const view = present(given);
      expect(Object.keys(view).sort()).toEqual([...FIELDS].sort());
      expect(Object.entries(view).filter(([, value]) => value === undefined)).toEqual([]);
    }
  });

  it("has null for the provider's facts before the sale is found", () => {
    expect(present()).toMatchObject({
      side: 'SELL',
      status: 'REGISTERED',
      settled: false,
      final: false,
      retryable: false,
      payUrl: null,
      orderNo: null,
      cryptoAmount: null,
      payee: { name: null, account: null, card: null, email: null },
      trades: [{ tradeNo: 'A-1001', status: 'REGISTERED' }],
    });
  });

  it("shows the provider's facts digit for digit", () => {
    const stated = {
      status: 'PAYOUT_FAILED' as const,
      orderNo: 'P-1',
      rampStatus: '5',
      cryptoPrice: '0.990',
      rampFee: '1.50',
      cryptoAmount: '100.000000',
      cryptoActualAmount: '99.5',
      fiatAmount: '95.50',
      payoutAddress: '0xdeposit',
      orderPageUrl: 'https://ramp.example/o/1',
      paymentType: '10001',
      failReason: 'closed',
      txHash: '0xhash',
    };
    expect(present({ trade: stated })).toMatchObject(stated);
  });

  it('masks the payee', () => {
    const view = present({ payee: JANE });
    expect(view.payee).toEqual({ name: 'J*** D***', account: '****5678', card: null, email: 'j***@example.com' });
    expect(JSON.stringify(view)).not.toMatch(/Jane|1234|jane/);
  });

  it('an unreadable payee is null, and all else is shown', () => {
    expect(present({ payee: 'unreadable', trade: { fiatAmount: '95.50' } })).toMatchObject({
      payee: null,
      fiatAmount: '95.50',
    });
  });

  it('lists the trade under its number at the provider', () => {
    expect(present({ trade: { rampMerchantOrderNo: 'shop-77' } })).toMatchObject({
      merchantOrderNo: 'A-1001',
      trades: [{ tradeNo: 'shop-77' }],
    });
    expect(present({ trade: { rampMerchantOrderNo: null } }).trades[0]!.tradeNo).toBe('A-1001');
  });

  it.each(['not_found', 'expired', 'payout_failed', 'refunded'])(
    'the text of failure %s is about a sale',
    (failureCode) => {
      const { failure } = present({ order: { failureCode } });
      expect(failure).toEqual({ code: failureCode, message: expect.stringMatching(/^[A-Z].{10,}\.$/) as string });
      expect(failure!.message).not.toMatch(/paid|carried out/);
    },
  );
});
