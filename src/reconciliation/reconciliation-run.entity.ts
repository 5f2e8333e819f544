import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** Polling rounds that polled at least one trade. */
@Entity({ name: 'reconciliation_runs' })
@Index('reconciliation_runs_started', ['startedAt'])
export class ReconciliationRunEntity {
  @PrimaryColumn({ type: 'uuid', primaryKeyConstraintName: 'reconciliation_runs_pkey' })
  id!: string;

  @Column({ name: 'started_at', type: 'timestamptz' })
  startedAt!: Date;

  @Column({ name: 'finished_at', type: 'timestamptz' })
  finishedAt!: Date;

  @Column({ type: 'integer' })
  claimed!: number;

  @Column({ type: 'integer' })
  answered!: number;

  @Column({ type: 'integer' })
  changed!: number;

  @Column({ type: 'integer' })
  unanswered!: number;
}
