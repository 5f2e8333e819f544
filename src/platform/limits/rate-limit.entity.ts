import { Column, Entity, PrimaryColumn } from 'typeorm';

/** How often callers and addresses have asked, all replicas together. `bucket` is an HMAC: nobody can be told from it. */
@Entity({ name: 'rate_limits' })
export class RateLimitEntity {
  @PrimaryColumn({ type: 'bytea', primaryKeyConstraintName: 'rate_limits_pkey' })
  bucket!: Buffer;

  /** When all that was let through is over; see `gcra.ts`. */
  @Column({ type: 'timestamptz' })
  tat!: Date;
}
