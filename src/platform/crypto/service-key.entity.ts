import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** The key that a service without SERVICE_KEY makes for itself. */
@Entity({ name: 'service_keys' })
@Check('service_keys_length', `octet_length(key) = 32`)
export class ServiceKeyEntity {
  @PrimaryColumn({ type: 'text', primaryKeyConstraintName: 'service_keys_pkey' })
  id!: string;

  @Column({ type: 'bytea' })
  key!: Buffer;

  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'checkout_now()' })
  createdAt!: Date;
}
