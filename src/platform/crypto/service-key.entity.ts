import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

@Entity({ name: 'service_keys' })
@Check('service_keys_length', `octet_length(key) = 32`)
@Check('service_keys_proof', `octet_length(proof) = 32`)
export class ServiceKeyEntity {
  @PrimaryColumn({ type: 'text', primaryKeyConstraintName: 'service_keys_pkey' })
  id!: string;

  /** HMAC of its id, so that an id always denotes the same key. */
  @Column({ type: 'bytea' })
  proof!: Buffer;

  /** Only for the key that a service without SERVICE_KEY generates. */
  @Column({ type: 'bytea', nullable: true })
  key!: Buffer | null;

  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'checkout_now()' })
  createdAt!: Date;

  @Column({ name: 'retired_at', type: 'timestamptz', nullable: true })
  retiredAt!: Date | null;
}
