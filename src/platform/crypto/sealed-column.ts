import type { KeyPurpose, KeyRing } from './key-ring.js';

export interface SealedColumn {
  readonly what: string;
  readonly table: string;
  readonly primaryKey: string;
  readonly primaryKeyType: 'text' | 'uuid';
  readonly column: string;
  readonly keyIdColumn: string;
  readonly purpose: KeyPurpose;
  /** The owner of a row's bytes, which open only with the same context. */
  readonly contextOf: (primaryKey: string) => string;
  /** A digest of the plaintext, in a column beside it and under the same key. */
  readonly digest?: { readonly column: string; readonly of: (ring: KeyRing, plain: Buffer) => Buffer | null };
}
