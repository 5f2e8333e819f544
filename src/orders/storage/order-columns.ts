import type { OrderRow, TradeRow } from '../model/order.types.js';

/** A property of a row, the column that holds it, and the column's type. */
type Column<Row> = readonly [property: keyof Row & string, column: string, type: string];

export const ORDER_COLUMNS: readonly Column<OrderRow>[] = [
  ['merchantOrderNo', 'merchant_order_no', 'text'],
  ['side', 'side', 'text'],
  ['caller', 'caller', 'text'],
  ['customerId', 'customer_id', 'text'],
  ['customerEmail', 'customer_email', 'bytea'],
  ['customerEmailKeyId', 'customer_email_key_id', 'text'],
  ['fiat', 'fiat', 'text'],
  ['amount', 'amount', 'numeric'],
  ['crypto', 'crypto', 'text'],
  ['network', 'network', 'text'],
  ['address', 'address', 'text'],
  ['memo', 'memo', 'text'],
  ['payWayCode', 'pay_way_code', 'text'],
  ['country', 'country', 'text'],
  ['redirectUrl', 'redirect_url', 'text'],
  ['failRedirectUrl', 'fail_redirect_url', 'text'],
  ['merchantName', 'merchant_name', 'text'],
  ['status', 'status', 'text'],
  ['failureCode', 'failure_code', 'text'],
  ['inReview', 'in_review', 'boolean'],
  ['announcedStatus', 'announced_status', 'text'],
  ['version', 'version', 'integer'],
  ['eventCount', 'event_count', 'integer'],
  ['lastEventMac', 'last_event_mac', 'bytea'],
  ['secretSalt', 'secret_salt', 'bytea'],
  ['firstTradeOfRequest', 'first_trade_of_request', 'smallint'],
  ['driveLease', 'drive_lease', 'uuid'],
  ['driveUntil', 'drive_until', 'timestamptz'],
  ['drivePatienceUntil', 'drive_patience_until', 'timestamptz'],
  ['createdAt', 'created_at', 'timestamptz'],
  ['updatedAt', 'updated_at', 'timestamptz'],
];

export const TRADE_COLUMNS: readonly Column<TradeRow>[] = [
  ['tradeNo', 'trade_no', 'text'],
  ['merchantOrderNo', 'merchant_order_no', 'text'],
  ['n', 'n', 'smallint'],
  ['side', 'side', 'text'],
  ['status', 'status', 'text'],
  ['outcome', 'outcome', 'text'],
  ['superseded', 'superseded', 'boolean'],
  ['asked', 'asked', 'jsonb'],
  ['stamp', 'stamp', 'bigint'],
  ['sends', 'sends', 'smallint'],
  ['orderNo', 'order_no', 'text'],
  ['payUrl', 'pay_url', 'text'],
  ['payUrlAt', 'pay_url_at', 'timestamptz'],
  ['refusal', 'refusal', 'jsonb'],
  ['shownQuantity', 'shown_quantity', 'numeric'],
  ['tolerancePercent', 'tolerance_percent', 'numeric'],
  ['slippagePercent', 'slippage_percent', 'numeric'],
  ['rampStatus', 'ramp_status', 'text'],
  ['amount', 'amount', 'numeric'],
  ['cryptoPrice', 'crypto_price', 'numeric'],
  ['cryptoQuantity', 'crypto_quantity', 'numeric'],
  ['rampFee', 'ramp_fee', 'numeric'],
  ['rampFeeUnit', 'ramp_fee_unit', 'text'],
  ['networkFee', 'network_fee', 'numeric'],
  ['rebateFiatAmount', 'rebate_fiat_amount', 'numeric'],
  ['rebateUsdAmount', 'rebate_usd_amount', 'numeric'],
  ['fiatInUSD', 'fiat_in_usd', 'numeric'],
  ['rampFeeInUSD', 'ramp_fee_in_usd', 'numeric'],
  ['cryptoNetworkFee', 'crypto_network_fee', 'numeric'],
  ['networkFeeInUSD', 'network_fee_in_usd', 'numeric'],
  ['cryptoAmountInUSDT', 'crypto_amount_in_usdt', 'numeric'],
  ['cryptoAmount', 'crypto_amount', 'numeric'],
  ['cryptoActualAmount', 'crypto_actual_amount', 'numeric'],
  ['fiatAmount', 'fiat_amount', 'numeric'],
  ['tokenAddress', 'token_address', 'text'],
  ['payType', 'pay_type', 'text'],
  ['payoutAddress', 'payout_address', 'text'],
  ['orderPageUrl', 'order_page_url', 'text'],
  ['paymentType', 'payment_type', 'text'],
  ['failReason', 'fail_reason', 'text'],
  ['txHash', 'tx_hash', 'text'],
  ['rampCreatedAt', 'ramp_created_at', 'timestamptz'],
  ['paidAt', 'paid_at', 'timestamptz'],
  ['transferredAt', 'transferred_at', 'timestamptz'],
  ['completedAt', 'completed_at', 'timestamptz'],
  ['lastSeen', 'last_seen', 'jsonb'],
  ['notFoundAt', 'not_found_at', 'timestamptz'],
  ['finalFieldsAsked', 'final_fields_asked', 'boolean'],
  ['watchClass', 'watch_class', 'text'],
  ['nextQueryAt', 'next_query_at', 'timestamptz'],
  ['leaseId', 'lease_id', 'uuid'],
  ['leaseUntil', 'lease_until', 'timestamptz'],
  ['hintedAt', 'hinted_at', 'timestamptz'],
  ['hintCause', 'hint_cause', 'text'],
  ['lastAskedAt', 'last_asked_at', 'timestamptz'],
  ['lastAnswerAt', 'last_answer_at', 'timestamptz'],
  ['understood', 'understood', 'boolean'],
  ['quietAnswers', 'quiet_answers', 'integer'],
  ['missedAnswers', 'missed_answers', 'integer'],
  ['fruitlessAnswers', 'fruitless_answers', 'integer'],
  ['registeredOrderNo', 'registered_order_no', 'text'],
  ['rampMerchantOrderNo', 'ramp_merchant_order_no', 'text'],
  ['payeeSealed', 'payee_sealed', 'bytea'],
  ['payeeKeyId', 'payee_key_id', 'text'],
  ['statusAt', 'status_at', 'timestamptz'],
  ['createdAt', 'created_at', 'timestamptz'],
  ['updatedAt', 'updated_at', 'timestamptz'],
];

/** `t.status AS t_status, ...`: columns of a joined row, each under its table's prefix. */
export function selectList<Row>(columns: readonly Column<Row>[], alias: string): string {
  return columns.map(([, column]) => `${alias}.${column} AS ${alias}_${column}`).join(', ');
}

/** `status text, ...`: the shape in which Postgres reads rows that come as JSON. */
export function recordShape<Row>(columns: readonly Column<Row>[]): string {
  return columns.map(([, column, type]) => `${column} ${type}`).join(', ');
}

export function columnNames<Row>(columns: readonly Column<Row>[], prefix = ''): string {
  return columns.map(([, column]) => prefix + column).join(', ');
}

/** `status = c.status, ...` for an UPDATE. */
export function assignments<Row>(columns: readonly Column<Row>[], from: string): string {
  return columns.map(([, column]) => `${column} = ${from}.${column}`).join(', ');
}

/** A row as Postgres gave it (under `alias`), in our names. `numeric` comes as text, `bigint` too. */
export function rowFrom<Row>(
  columns: readonly Column<Row>[],
  raw: Readonly<Record<string, unknown>>,
  alias: string,
): Row {
  const entries = columns.map(([property, column, type]) => {
    const value = raw[`${alias}_${column}`];
    return [property, type === 'bigint' && typeof value === 'string' ? Number(value) : value];
  });
  return Object.fromEntries(entries) as Row;
}

/** A row as JSON for Postgres: dates in ISO form, bytes in Postgres' hexadecimal form. */
export function recordFrom<Row>(columns: readonly Column<Row>[], row: Row): Record<string, unknown> {
  return Object.fromEntries(
    columns.map(([property, column]) => {
      const value = row[property];
      return [column, Buffer.isBuffer(value) ? `\\x${value.toString('hex')}` : value];
    }),
  );
}
