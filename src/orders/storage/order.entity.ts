import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { STATUSES } from './status-list.js';

/** An order; one row for each number that a merchant ever used. */
@Entity({ name: 'orders' })
@Check('orders_number', `merchant_order_no ~ '^[A-Za-z0-9][A-Za-z0-9._-]{0,43}$' AND merchant_order_no !~* '-r[0-9]+$'`)
@Check('orders_side', `side IN ('BUY', 'SELL')`)
@Check(
  'orders_buy_is_whole',
  `side <> 'BUY' OR (fiat IS NOT NULL AND amount IS NOT NULL AND amount > 0 AND crypto IS NOT NULL AND network IS NOT NULL AND address IS NOT NULL AND pay_way_code IS NOT NULL AND country IS NOT NULL)`,
)
@Check('orders_status', `status IN (${STATUSES})`)
@Check('orders_counts', `version > 0 AND event_count >= 0`)
@Check('orders_customer_email_whole', `(customer_email IS NULL) = (customer_email_key_id IS NULL)`)
@Index('orders_number_any_case', { synchronize: false })
@Index('orders_to_drive', ['driveUntil'], { where: `drive_until IS NOT NULL` })
@Index('orders_created', ['createdAt', 'merchantOrderNo'])
@Index('orders_chosen', { synchronize: false })
@Index('orders_customer', { synchronize: false })
@Index('orders_address', { synchronize: false })
@Index('orders_number_beginning', { synchronize: false })
export class OrderEntity {
  @PrimaryColumn({ name: 'merchant_order_no', type: 'text', primaryKeyConstraintName: 'orders_pkey' })
  merchantOrderNo!: string;

  @Column({ type: 'text' })
  side!: string;

  @Column({ type: 'text' })
  caller!: string;

  @Column({ name: 'customer_id', type: 'text', nullable: true })
  customerId!: string | null;

  @Column({ name: 'customer_email', type: 'bytea', nullable: true })
  customerEmail!: Buffer | null;

  @Column({ name: 'customer_email_key_id', type: 'text', nullable: true })
  customerEmailKeyId!: string | null;

  @Column({ type: 'text', nullable: true })
  fiat!: string | null;

  @Column({ type: 'numeric', nullable: true })
  amount!: string | null;

  @Column({ type: 'text', nullable: true })
  crypto!: string | null;

  @Column({ type: 'text', nullable: true })
  network!: string | null;

  @Column({ type: 'text', nullable: true })
  address!: string | null;

  @Column({ type: 'text', nullable: true })
  memo!: string | null;

  @Column({ name: 'pay_way_code', type: 'text', nullable: true })
  payWayCode!: string | null;

  @Column({ type: 'text', nullable: true })
  country!: string | null;

  @Column({ name: 'redirect_url', type: 'text', nullable: true })
  redirectUrl!: string | null;

  @Column({ name: 'fail_redirect_url', type: 'text', nullable: true })
  failRedirectUrl!: string | null;

  @Column({ name: 'merchant_name', type: 'text', nullable: true })
  merchantName!: string | null;

  @Column({ type: 'text' })
  status!: string;

  @Column({ name: 'failure_code', type: 'text', nullable: true })
  failureCode!: string | null;

  @Column({ name: 'in_review', type: 'boolean', default: false })
  inReview!: boolean;

  @Column({ name: 'announced_status', type: 'text', nullable: true })
  announcedStatus!: string | null;

  @Column({ type: 'integer', default: 1 })
  version!: number;

  @Column({ name: 'event_count', type: 'integer', default: 0 })
  eventCount!: number;

  @Column({ name: 'last_event_mac', type: 'bytea', nullable: true })
  lastEventMac!: Buffer | null;

  @Column({ name: 'secret_salt', type: 'bytea' })
  secretSalt!: Buffer;

  @Column({ name: 'first_trade_of_request', type: 'smallint', default: 1 })
  firstTradeOfRequest!: number;

  @Column({ name: 'drive_lease', type: 'uuid', nullable: true })
  driveLease!: string | null;

  @Column({ name: 'drive_until', type: 'timestamptz', nullable: true })
  driveUntil!: Date | null;

  @Column({ name: 'drive_patience_until', type: 'timestamptz', nullable: true })
  drivePatienceUntil!: Date | null;

  @Column({ name: 'created_at', type: 'timestamptz' })
  createdAt!: Date;

  @Column({ name: 'updated_at', type: 'timestamptz' })
  updatedAt!: Date;
}
