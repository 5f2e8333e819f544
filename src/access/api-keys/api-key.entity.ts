import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';

const API_KEYS_OF_STAFF_END = `role = 'checkout' OR coalesce(expires_at, 'infinity') <= created_at + interval '2160 h'`;

/** API keys of servers and staff; no key can be made out of a row. A trigger lets a key only end, and keeps its row. */
@Entity({ name: 'api_keys' })
@Unique('api_keys_prefix_once', ['prefix'])
@Check('api_keys_name', `char_length(name) BETWEEN 1 AND 64`)
@Check('api_keys_role', `role IN ('checkout', 'support', 'finance', 'admin')`)
@Check(
  'api_keys_scope',
  `CASE role WHEN 'checkout' THEN coalesce(scope IN ('own', 'all'), false) ELSE scope IS NULL END`,
)
@Check('api_keys_prefix', `prefix ~ '^[a-km-np-z2-9]{12}$'`)
@Check('api_keys_hash', `octet_length(hash) = 32`)
@Check('api_keys_seal', `octet_length(seal) = 32`)
@Check('api_keys_addresses', `cardinality(addresses) BETWEEN 1 AND 20`)
@Check('api_keys_of_staff_end', API_KEYS_OF_STAFF_END)
@Check('api_keys_revocation', `(revoked_at IS NULL) = (revoked_by IS NULL)`)
@Check('api_keys_replacement', `replaced_by IS NULL OR (replaced_by <> id AND expires_at IS NOT NULL)`)
@Index('api_keys_created', ['createdAt', 'id'])
export class ApiKeyEntity {
  @PrimaryColumn({ type: 'uuid', primaryKeyConstraintName: 'api_keys_pkey' })
  id!: string;

  /** For people. */
  @Column({ type: 'text' })
  name!: string;

  @Column({ type: 'text' })
  role!: string;

  /** Which orders a server sees; null: it is the key of staff. */
  @Column({ type: 'text', nullable: true })
  scope!: string | null;

  /** The first key of a chain of rotations: whoever shows any of the chain is the same caller. */
  @ForeignKey(() => ApiKeyEntity, 'id', { name: 'api_keys_account_fkey' })
  @Column({ type: 'uuid' })
  account!: string;

  /** The part of the key that is no secret. */
  @Column({ type: 'text' })
  prefix!: string;

  /** HMAC of the whole key. */
  @Column({ type: 'bytea' })
  hash!: Buffer;

  /** HMAC of what the row says of the key, `hash` included: see `key-seal.ts`. */
  @Column({ type: 'bytea' })
  seal!: Buffer;

  /** The service key under which both HMACs were made. */
  @Column({ name: 'key_id', type: 'text' })
  keyId!: string;

  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'checkout_now()' })
  createdAt!: Date;

  @Column({ name: 'created_by', type: 'text' })
  createdBy!: string;

  /** Addresses and subnets from which it counts; null: from anywhere. */
  @Column({ type: 'text', array: true, nullable: true })
  addresses!: string[] | null;

  @Column({ name: 'expires_at', type: 'timestamptz', nullable: true })
  expiresAt!: Date | null;

  @Column({ name: 'revoked_at', type: 'timestamptz', nullable: true })
  revokedAt!: Date | null;

  @Column({ name: 'revoked_by', type: 'text', nullable: true })
  revokedBy!: string | null;

  /** To the minute. */
  @Column({ name: 'last_used_at', type: 'timestamptz', nullable: true })
  lastUsedAt!: Date | null;

  @ForeignKey(() => ApiKeyEntity, 'id', { name: 'api_keys_replaced_by_fkey' })
  @Column({ name: 'replaced_by', type: 'uuid', nullable: true })
  replacedBy!: string | null;
}
