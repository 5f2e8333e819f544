import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { OrderEntity } from './order.entity.js';

/** Messages to the merchant's own systems, written with the change that they tell of. */
@Entity({ name: 'outbox' })
@Index('outbox_unsent', ['createdAt'], { where: `sent_at IS NULL` })
export class OutboxEntity {
  @PrimaryColumn({ type: 'uuid', primaryKeyConstraintName: 'outbox_pkey' })
  id!: string;

  @ForeignKey(() => OrderEntity, 'merchantOrderNo', { name: 'outbox_order_fkey' })
  @Column({ name: 'merchant_order_no', type: 'text' })
  merchantOrderNo!: string;

  @Column({ type: 'integer' })
  version!: number;

  @Column({ type: 'text' })
  kind!: string;

  @Column({ type: 'text' })
  status!: string;

  @Column({ name: 'created_at', type: 'timestamptz' })
  createdAt!: Date;

  @Column({ name: 'sent_at', type: 'timestamptz', nullable: true })
  sentAt!: Date | null;
}
