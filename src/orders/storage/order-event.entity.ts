import { Check, Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { OrderEntity } from './order.entity.js';

/** The history of an order; append-only. */
@Entity({ name: 'order_events' })
@Check('order_events_seq', `seq > 0`)
@Check('order_events_mac', `octet_length(mac) = 32`)
export class OrderEventEntity {
  @ForeignKey(() => OrderEntity, 'merchantOrderNo', { name: 'order_events_order_fkey' })
  @PrimaryColumn({ name: 'merchant_order_no', type: 'text', primaryKeyConstraintName: 'order_events_pkey' })
  merchantOrderNo!: string;

  @PrimaryColumn({ type: 'integer', primaryKeyConstraintName: 'order_events_pkey' })
  seq!: number;

  @Column({ type: 'timestamptz' })
  at!: Date;

  @Column({ name: 'trade_no', type: 'text', nullable: true })
  tradeNo!: string | null;

  @Column({ type: 'text' })
  kind!: string;

  @Column({ type: 'jsonb' })
  cause!: unknown;

  @Column({ type: 'jsonb' })
  data!: unknown;

  @Column({ type: 'jsonb', nullable: true })
  evidence!: unknown;

  @Column({ name: 'key_id', type: 'text' })
  keyId!: string;

  @Column({ type: 'bytea' })
  mac!: Buffer;
}
