import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { OrderEntity } from './order.entity.js';
import { STATUSES } from './status-list.js';

/** A trade, and with it the schedule of asking about it. */
@Entity({ name: 'trades' })
@Check('trades_number', `n > 0 AND trade_no = merchant_order_no || CASE WHEN n = 1 THEN '' ELSE '-r' || n END`)
@Check('trades_side', `side IN ('BUY', 'SELL')`)
@Check('trades_status', `status IN (${STATUSES})`)
@Check(
  'trades_outcome',
  `outcome IN ('in_flight', 'not_sent', 'created', 'refused', 'unknown', 'never_created', 'registered')`,
)
@Check('trades_stamped', `side = 'SELL' OR (stamp IS NOT NULL AND asked IS NOT NULL)`)
@Check('trades_payee', `(payee_sealed IS NULL) = (payee_key_id IS NULL)`)
@Check('trades_pay_url', `pay_url IS NULL OR (outcome = 'created' AND order_no IS NOT NULL)`)
@Check('trades_watch_class', `watch_class IN ('waiting', 'paid', 'young', 'old', 'closed')`)
@Check('trades_watched', `next_query_at IS NULL OR watch_class IS NOT NULL`)
@Check('trades_lease', `(lease_id IS NULL) = (lease_until IS NULL)`)
@Check(
  'trades_shown',
  `(shown_quantity IS NULL) = (tolerance_percent IS NULL) AND (slippage_percent IS NULL OR shown_quantity IS NOT NULL) AND shown_quantity > 0 AND tolerance_percent BETWEEN 0 AND 100`,
)
@Index('trades_number_any_case', { synchronize: false })
@Index('trades_order_n', ['merchantOrderNo', 'n'], { unique: true })
@Index('trades_ramp_order_no', ['orderNo', 'side'], { unique: true, where: `order_no IS NOT NULL` })
@Index('trades_due', ['watchClass', 'nextQueryAt'], { where: `next_query_at IS NOT NULL` })
@Index('trades_called', { synchronize: false })
@Index('trades_followed', { synchronize: false })
@Index('trades_read', { synchronize: false })
@Index('trades_tx_hash', { synchronize: false })
@Index('trades_payout_address', { synchronize: false })
@Index('trades_ramp_number', { synchronize: false })
@Index('trades_unanswered', ['missedAnswers'], { where: `missed_answers >= 3 AND next_query_at IS NOT NULL` })
export class TradeEntity {
  @PrimaryColumn({ name: 'trade_no', type: 'text', primaryKeyConstraintName: 'trades_pkey' })
  tradeNo!: string;

  @ForeignKey(() => OrderEntity, 'merchantOrderNo', { name: 'trades_order_fkey' })
  @Column({ name: 'merchant_order_no', type: 'text' })
  merchantOrderNo!: string;

  @Column({ type: 'smallint' })
  n!: number;

  @Column({ type: 'text' })
  side!: string;

  @Column({ type: 'text' })
  status!: string;

  @Column({ type: 'text' })
  outcome!: string;

  @Column({ type: 'boolean', default: false })
  superseded!: boolean;

  @Column({ type: 'jsonb', nullable: true })
  asked!: unknown;

  @Column({ type: 'bigint', nullable: true })
  stamp!: string | null;

  @Column({ type: 'smallint', default: 0 })
  sends!: number;

  @Column({ name: 'order_no', type: 'text', nullable: true })
  orderNo!: string | null;

  @Column({ name: 'pay_url', type: 'text', nullable: true })
  payUrl!: string | null;

  @Column({ name: 'pay_url_at', type: 'timestamptz', nullable: true })
  payUrlAt!: Date | null;

  @Column({ type: 'jsonb', nullable: true })
  refusal!: unknown;

  @Column({ name: 'shown_quantity', type: 'numeric', nullable: true })
  shownQuantity!: string | null;

  @Column({ name: 'tolerance_percent', type: 'numeric', nullable: true })
  tolerancePercent!: string | null;

  @Column({ name: 'slippage_percent', type: 'numeric', nullable: true })
  slippagePercent!: string | null;

  @Column({ name: 'ramp_status', type: 'text', nullable: true })
  rampStatus!: string | null;

  @Column({ type: 'numeric', nullable: true })
  amount!: string | null;

  @Column({ name: 'crypto_price', type: 'numeric', nullable: true })
  cryptoPrice!: string | null;

  @Column({ name: 'crypto_quantity', type: 'numeric', nullable: true })
  cryptoQuantity!: string | null;

  @Column({ name: 'ramp_fee', type: 'numeric', nullable: true })
  rampFee!: string | null;

  @Column({ name: 'ramp_fee_unit', type: 'text', nullable: true })
  rampFeeUnit!: string | null;

  @Column({ name: 'network_fee', type: 'numeric', nullable: true })
  networkFee!: string | null;

  @Column({ name: 'rebate_fiat_amount', type: 'numeric', nullable: true })
  rebateFiatAmount!: string | null;

  @Column({ name: 'rebate_usd_amount', type: 'numeric', nullable: true })
  rebateUsdAmount!: string | null;

  @Column({ name: 'fiat_in_usd', type: 'numeric', nullable: true })
  fiatInUSD!: string | null;

  @Column({ name: 'ramp_fee_in_usd', type: 'numeric', nullable: true })
  rampFeeInUSD!: string | null;

  @Column({ name: 'crypto_network_fee', type: 'numeric', nullable: true })
  cryptoNetworkFee!: string | null;

  @Column({ name: 'network_fee_in_usd', type: 'numeric', nullable: true })
  networkFeeInUSD!: string | null;

  @Column({ name: 'crypto_amount_in_usdt', type: 'numeric', nullable: true })
  cryptoAmountInUSDT!: string | null;

  @Column({ name: 'crypto_amount', type: 'numeric', nullable: true })
  cryptoAmount!: string | null;

  @Column({ name: 'crypto_actual_amount', type: 'numeric', nullable: true })
  cryptoActualAmount!: string | null;

  @Column({ name: 'fiat_amount', type: 'numeric', nullable: true })
  fiatAmount!: string | null;

  @Column({ name: 'token_address', type: 'text', nullable: true })
  tokenAddress!: string | null;

  @Column({ name: 'pay_type', type: 'text', nullable: true })
  payType!: string | null;

  @Column({ name: 'payout_address', type: 'text', nullable: true })
  payoutAddress!: string | null;

  @Column({ name: 'order_page_url', type: 'text', nullable: true })
  orderPageUrl!: string | null;

  @Column({ name: 'payment_type', type: 'text', nullable: true })
  paymentType!: string | null;

  @Column({ name: 'fail_reason', type: 'text', nullable: true })
  failReason!: string | null;

  @Column({ name: 'tx_hash', type: 'text', nullable: true })
  txHash!: string | null;

  @Column({ name: 'ramp_created_at', type: 'timestamptz', nullable: true })
  rampCreatedAt!: Date | null;

  @Column({ name: 'paid_at', type: 'timestamptz', nullable: true })
  paidAt!: Date | null;

  @Column({ name: 'transferred_at', type: 'timestamptz', nullable: true })
  transferredAt!: Date | null;

  @Column({ name: 'completed_at', type: 'timestamptz', nullable: true })
  completedAt!: Date | null;

  @Column({ name: 'last_seen', type: 'jsonb', nullable: true })
  lastSeen!: unknown;

  @Column({ name: 'not_found_at', type: 'timestamptz', nullable: true })
  notFoundAt!: Date | null;

  @Column({ name: 'final_fields_asked', type: 'boolean', default: false })
  finalFieldsAsked!: boolean;

  @Column({ name: 'watch_class', type: 'text', nullable: true })
  watchClass!: string | null;

  @Column({ name: 'next_query_at', type: 'timestamptz', nullable: true })
  nextQueryAt!: Date | null;

  @Column({ name: 'lease_id', type: 'uuid', nullable: true })
  leaseId!: string | null;

  @Column({ name: 'lease_until', type: 'timestamptz', nullable: true })
  leaseUntil!: Date | null;

  @Column({ name: 'hinted_at', type: 'timestamptz', nullable: true })
  hintedAt!: Date | null;

  @Column({ name: 'hint_cause', type: 'text', nullable: true })
  hintCause!: string | null;

  @Column({ name: 'last_asked_at', type: 'timestamptz', nullable: true })
  lastAskedAt!: Date | null;

  @Column({ name: 'last_answer_at', type: 'timestamptz', nullable: true })
  lastAnswerAt!: Date | null;

  @Column({ type: 'boolean', default: true })
  understood!: boolean;

  @Column({ name: 'quiet_answers', type: 'integer', default: 0 })
  quietAnswers!: number;

  @Column({ name: 'missed_answers', type: 'integer', default: 0 })
  missedAnswers!: number;

  @Column({ name: 'fruitless_answers', type: 'integer', default: 0 })
  fruitlessAnswers!: number;

  @Column({ name: 'registered_order_no', type: 'text', nullable: true })
  registeredOrderNo!: string | null;

  @Column({ name: 'ramp_merchant_order_no', type: 'text', nullable: true })
  rampMerchantOrderNo!: string | null;

  @Column({ name: 'payee_sealed', type: 'bytea', nullable: true })
  payeeSealed!: Buffer | null;

  @Column({ name: 'payee_key_id', type: 'text', nullable: true })
  payeeKeyId!: string | null;

  @Column({ name: 'status_at', type: 'timestamptz' })
  statusAt!: Date;

  @Column({ name: 'created_at', type: 'timestamptz' })
  createdAt!: Date;

  @Column({ name: 'updated_at', type: 'timestamptz' })
  updatedAt!: Date;
}
