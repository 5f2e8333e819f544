import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** The provider's rate: one row, from which all processes reserve places. */
@Entity({ name: 'call_budget' })
@Check('call_budget_one_row', `id = 1`)
export class CallBudgetEntity {
  @PrimaryColumn({ type: 'smallint', primaryKeyConstraintName: 'call_budget_pkey' })
  id!: number;

  /** The earliest start of the next call. */
  @Column({ name: 'next_at', type: 'timestamptz' })
  nextAt!: Date;

  /** When a poll may next reserve as far ahead as customers do. */
  @Column({ name: 'poll_at', type: 'timestamptz' })
  pollAt!: Date;
}
