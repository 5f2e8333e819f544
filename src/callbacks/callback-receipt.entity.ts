import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** Callbacks as they came, encrypted. */
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

  /** Of the body's bytes. */
  @Column({ type: 'bytea' })
  digest!: Buffer;

  /** Of what it says: the same news is one row. */
  @Column({ name: 'payload_hash', type: 'bytea' })
  payloadHash!: Buffer;

  /** Nobody has proved it. */
  @Column({ name: 'claimed_status', type: 'text', nullable: true })
  claimedStatus!: string | null;

  @Column({ name: 'key_id', type: 'text' })
  keyId!: string;

  @Column({ type: 'bytea' })
  content!: Buffer;

  /** How often it came. */
  @Column({ type: 'integer', default: 1 })
  times!: number;

  /** How many callbacks of the trade, repeats too, made room for this one. */
  @Column({ type: 'integer', default: 0 })
  dropped!: number;

  /** null: it came once. */
  @Column({ name: 'last_received_at', type: 'timestamptz', nullable: true })
  lastReceivedAt!: Date | null;
}
