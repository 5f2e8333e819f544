import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Request rates of callers and addresses across replicas. `bucket` is an HMAC, so it does not reveal them. */
@Entity({ name: 'rate_limits' })
export class RateLimitEntity {
  @PrimaryColumn({ type: 'bytea', primaryKeyConstraintName: 'rate_limits_pkey' })
  bucket!: Buffer;

  /** The theoretical arrival time; see `buckets.ts`. */
  @Column({ type: 'timestamptz' })
  tat!: Date;
}
