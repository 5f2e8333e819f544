import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { OrderEntity } from './order.entity.js';

/** Lasting differences between what was asked for and what the provider says. */
@Entity({ name: 'mismatches' })
@Check('mismatches_resolution', `(resolved_at IS NULL) = (resolved_by IS NULL)`)
@Index('mismatches_open', ['merchantOrderNo', 'tradeNo', 'kind', 'field'], {
  unique: true,
  where: `resolved_at IS NULL`,
})
@Index('mismatches_order', ['merchantOrderNo'])
@Index('mismatches_newest', ['openedAt', 'id'])
@Index('mismatches_open_newest', ['openedAt', 'id'], { where: `resolved_at IS NULL` })
@Index('mismatches_kind_newest', ['kind', 'openedAt', 'id'])
export class MismatchEntity {
  @PrimaryColumn({ type: 'uuid', primaryKeyConstraintName: 'mismatches_pkey' })
  id!: string;

  @ForeignKey(() => OrderEntity, 'merchantOrderNo', { name: 'mismatches_order_fkey' })
  @Column({ name: 'merchant_order_no', type: 'text' })
  merchantOrderNo!: string;

  @Column({ name: 'trade_no', type: 'text' })
  tradeNo!: string;

  @Column({ type: 'text' })
  kind!: string;

  @Column({ type: 'text' })
  field!: string;

  @Column({ type: 'text', nullable: true })
  asked!: string | null;

  @Column({ type: 'text', nullable: true })
  seen!: string | null;

  @Column({ name: 'opened_at', type: 'timestamptz' })
  openedAt!: Date;

  @Column({ name: 'resolved_at', type: 'timestamptz', nullable: true })
  resolvedAt!: Date | null;

  @Column({ name: 'resolved_by', type: 'text', nullable: true })
  resolvedBy!: string | null;

  @Column({ type: 'text', nullable: true })
  note!: string | null;
}
