import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** The provider's rate and who holds which slice of it: one row. */
@Entity({ name: 'call_budget' })
@Check('call_budget_one_row', `id = 1`)
export class CallBudgetEntity {
  @PrimaryColumn({ type: 'smallint', primaryKeyConstraintName: 'call_budget_pkey' })
  id!: number;

  @Column({ type: 'bigint' })
  version!: string;

  @Column({ type: 'jsonb' })
  slices!: unknown;
}
