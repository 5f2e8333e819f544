import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** The provider's rate: one row, from which processes take the next places. */
@Entity({ name: 'call_budget' })
@Check('call_budget_one_row', `id = 1`)
export class CallBudgetEntity {
  @PrimaryColumn({ type: 'smallint', primaryKeyConstraintName: 'call_budget_pkey' })
  id!: number;

  /** From when on the next call may start. */
  @Column({ name: 'next_at', type: 'timestamptz' })
  nextAt!: Date;

  /** From when on a poll may have a place as far ahead as customers. */
  @Column({ name: 'poll_at', type: 'timestamptz' })
  pollAt!: Date;
}
