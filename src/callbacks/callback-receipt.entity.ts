import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** Callbacks as they came, encrypted. */
@Entity({ name: 'callback_receipts' })
@Check('callback_receipts_digest', `octet_length(digest) = 32`)
@Check('callback_receipts_verdict', `verdict IN ('unchecked', 'valid', 'invalid')`)
@Index('callback_receipts_trade', ['tradeNo', 'receivedAt'])
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

  @Column({ type: 'bytea' })
  digest!: Buffer;

  @Column({ name: 'key_id', type: 'text' })
  keyId!: string;

  @Column({ type: 'bytea' })
  content!: Buffer;

  @Column({ type: 'text' })
  verdict!: string;
}
