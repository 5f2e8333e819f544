/** One attempt at the provider to carry out the order. */
export class TradeDto {
  /** The number that the trade carries at the provider. @example "A-1001-r2" */
  merchantOrderNo!: string;
  /** The provider's own number. */
  orderNo!: string | null;
  status!: string;
  /** The provider's own word for the status. */
  rampStatus!: string | null;
  /** A newer trade took its place. */
  superseded!: boolean;
  /** @example "2026-01-31T12:00:00.000Z" */
  createdAt!: string;
}

export class FailureDto {
  /** Stable code. @example "payment_failed" */
  code!: string;
  /** For people, in English. */
  message!: string;
}

/** A purchase. Amounts are decimal strings, digit for digit as the provider gave them; times are RFC 3339 in UTC. */
export class OrderDto {
  /** @example "A-1001" */
  merchantOrderNo!: string;
  /** @example "BUY" */
  side!: string;
  /** @example "AWAITING_PAYMENT" */
  status!: string;
  /** Nothing more is expected to happen. */
  final!: boolean;
  /** A new trade may be made for it. */
  retryable!: boolean;
  /** Grows by one with each change. */
  version!: number;
  /** Where the customer pays; null while there is none, or no longer one. */
  payUrl!: string | null;
  payUrlExpiresAt!: string | null;
  /** The provider's own number of the trade that speaks for the order: a paid one, else the newest. */
  orderNo!: string | null;
  /** The provider's own word for the status. @example "PENDING" */
  rampStatus!: string | null;
  /** @example "USD" */
  fiat!: string | null;
  /** @example "100.00" */
  amount!: string | null;
  /** @example "USDT" */
  crypto!: string | null;
  /** @example "ETH" */
  network!: string | null;
  address!: string | null;
  memo!: string | null;
  payWayCode!: string | null;
  /** Two letters, ISO 3166-1. @example "US" */
  country!: string | null;
  cryptoPrice!: string | null;
  cryptoQuantity!: string | null;
  rampFee!: string | null;
  rampFeeUnit!: string | null;
  networkFee!: string | null;
  rebateFiatAmount!: string | null;
  rebateUsdAmount!: string | null;
  fiatInUSD!: string | null;
  rampFeeInUSD!: string | null;
  cryptoNetworkFee!: string | null;
  networkFeeInUSD!: string | null;
  cryptoAmountInUSDT!: string | null;
  tokenAddress!: string | null;
  payType!: string | null;
  /** Hash of the transfer on the chain. */
  txHash!: string | null;
  createdAt!: string;
  updatedAt!: string;
  paidAt!: string | null;
  transferredAt!: string | null;
  completedAt!: string | null;
  failure!: FailureDto | null;
  /** Something does not fit and somebody looks into it; completion is not announced meanwhile. */
  inReview!: boolean;
  trades!: TradeDto[];
}
