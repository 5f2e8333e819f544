import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** The provider's rate: one row, from which all processes take slots. */
@Entity({ name: 'call_budget' })
@Check('call_budget_one_row', `id = 1`)
@Check('call_budget_late', `late_ms BETWEEN 0 AND 1000`)
export class CallBudgetEntity {
  @PrimaryColumn({ type: 'smallint', primaryKeyConstraintName: 'call_budget_pkey' })
  id!: number;

  /** The next free slot, for a call that is as punctual as the last one. */
  @Column({ name: 'next_at', type: 'timestamptz' })
  nextAt!: Date;

  /** When a poll may next take a slot as far ahead as customers do. */
  @Column({ name: 'poll_at', type: 'timestamptz' })
  pollAt!: Date;

  /** How late, in milliseconds, a call may use the last slot. */
  @Column({ name: 'late_ms', type: 'double precision' })
  lateMs!: number;
}
