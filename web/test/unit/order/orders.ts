import type { BuyOrder, Order, SellOrder } from '#client/src/index.js';

const COMMON = {
  merchantOrderNo: 'A-1001',
  status: 'AWAITING_PAYMENT',
  settled: false,
  final: false,
  retryable: false,
  version: 3,
  payUrl: null,
  payUrlExpiresAt: null,
  orderNo: '1021',
  rampStatus: null,
  fiat: 'USD',
  amount: '100.00',
  crypto: 'USDT',
  network: 'ETH',
  address: '0x52908400098527886E0F7030069857D2E4169EE7',
  memo: null,
  payWayCode: '10001',
  country: 'US',
  cryptoPrice: '1.01',
  rampFee: '2.50',
  txHash: null,
  createdAt: '2026-01-31T12:00:00.000Z',
  updatedAt: '2026-01-31T12:00:00.000Z',
  paidAt: null,
  transferredAt: null,
  completedAt: null,
  failure: null,
  inReview: false,
  trades: [trade()],
};

type Trade = Order['trades'][number];

/** A newer service may send words unknown to this page. */
type Given<O extends Order> = Partial<Omit<O, 'side' | 'status' | 'failure'>> & {
  readonly status?: string;
  readonly failure?: { readonly code: string; readonly message: string } | null;
};

export function purchase(given: Given<BuyOrder> = {}): BuyOrder {
  return {
    ...COMMON,
    side: 'BUY',
    cryptoQuantity: '96.38',
    rampFeeUnit: 'USD',
    networkFee: '1.01',
    rebateFiatAmount: null,
    rebateUsdAmount: null,
    fiatInUSD: null,
    rampFeeInUSD: null,
    cryptoNetworkFee: null,
    networkFeeInUSD: null,
    cryptoAmountInUSDT: null,
    tokenAddress: null,
    payType: null,
    ...given,
  } as BuyOrder;
}

export function sale(given: Given<SellOrder> = {}): SellOrder {
  return {
    ...COMMON,
    side: 'SELL',
    status: 'AWAITING_CRYPTO',
    amount: null,
    address: null,
    cryptoAmount: '250.00',
    cryptoActualAmount: null,
    fiatAmount: '230.00',
    payoutAddress: '0x8ba1f109551bD432803012645Ac136ddd64DBA72',
    orderPageUrl: 'https://provider.example/orders/1',
    paymentType: '10001',
    payee: null,
    failReason: null,
    ...given,
  } as SellOrder;
}

export function trade(given: Partial<Omit<Trade, 'status'>> & { readonly status?: string } = {}): Trade {
  return {
    tradeNo: 'A-1001',
    orderNo: '1021',
    status: 'AWAITING_PAYMENT',
    rampStatus: null,
    current: true,
    paidAmount: null,
    paidAt: null,
    createdAt: '2026-01-31T12:00:00.000Z',
    ...given,
  } as Trade;
}

export const PAY_URL = 'https://pay.example/1';
