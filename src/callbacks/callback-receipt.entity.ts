import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

@Entity({ name: 'callback_receipts' })
@Index('callback_receipts_trade', ['tradeNo', 'receivedAt'])
@Index('callback_receipts_newest', ['receivedAt', 'id'])
@Index('callback_receipts_orphans', ['receivedAt', 'id'], { where: `merchant_order_no IS NULL` })
@Index('callback_receipts_news', ['tradeNo', 'payloadHash'], { unique: true })
export class CallbackReceiptEntity {
  @PrimaryColumn({ type: 'uuid', primaryKeyConstraintName: 'callback_receipts_pkey' })
  id!: string;

  @Column({ name: 'received_at', type: 'timestamptz', default: () => 'checkout_now()' })
  receivedAt!: Date;

  @Column({ name: 'trade_no', type: 'text' })
  tradeNo!: string;

  @Column({ name: 'merchant_order_no', type: 'text', nullable: true })
  merchantOrderNo!: string | null;

  @Column({ type: 'text' })
  method!: string;

  /** SHA-256 of the body. */
  @Column({ type: 'bytea' })
  digest!: Buffer;

  /** Hash of the content, so that repeats share a row. */
  @Column({ name: 'payload_hash', type: 'bytea' })
  payloadHash!: Buffer;

  /** Unverified: taken from the callback. */
  @Column({ name: 'claimed_status', type: 'text', nullable: true })
  claimedStatus!: string | null;

  @Column({ name: 'key_id', type: 'text' })
  keyId!: string;

  @Column({ type: 'bytea' })
  content!: Buffer;

  @Column({ type: 'integer', default: 1 })
  times!: number;

  /** Callbacks of the trade, repeats included, that were deleted to make room for this one. */
  @Column({ type: 'integer', default: 0 })
  dropped!: number;

  /** null: received once. */
  @Column({ name: 'last_received_at', type: 'timestamptz', nullable: true })
  lastReceivedAt!: Date | null;
}
