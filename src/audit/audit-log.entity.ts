import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** The audit log. A trigger keeps it append-only. */
@Entity({ name: 'audit_log' })
@Check('audit_log_action', `action ~ '^[a-z]+\\.[a-z_]+$'`)
@Check('audit_log_id', `id > 0`)
@Check('audit_log_mac', `octet_length(mac) = 32`)
@Index('audit_log_target', ['target', 'id'])
@Index('audit_log_actor', ['actorId', 'id'])
@Index('audit_log_action_newest', ['action', 'id'])
@Index('audit_log_often', ['actorId', 'action', 'at'])
@Index('audit_log_at', ['at'])
export class AuditLogEntity {
  /** Consecutive. */
  @PrimaryColumn({ type: 'bigint', primaryKeyConstraintName: 'audit_log_pkey' })
  id!: string;

  @Column({ type: 'timestamptz' })
  at!: Date;

  @Column({ name: 'actor_id', type: 'text' })
  actorId!: string;

  @Column({ name: 'actor_name', type: 'text' })
  actorName!: string;

  @Column({ type: 'text', nullable: true })
  address!: string | null;

  @Column({ name: 'trace_id', type: 'text', nullable: true })
  traceId!: string | null;

  @Column({ type: 'text' })
  action!: string;

  @Column({ type: 'text', nullable: true })
  target!: string | null;

  @Column({ type: 'text', nullable: true })
  reason!: string | null;

  @Column({ type: 'jsonb', default: () => `'{}'` })
  detail!: unknown;

  @Column({ name: 'key_id', type: 'text' })
  keyId!: string;

  @Column({ type: 'bytea' })
  mac!: Buffer;
}
