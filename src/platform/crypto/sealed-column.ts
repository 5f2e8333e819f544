import type { KeyPurpose, KeyRing } from './key-ring.js';

/** Where encrypted bytes are kept, beside the id of their service key. */
export interface SealedColumn {
  /** For people. */
  readonly what: string;
  readonly table: string;
  readonly primaryKey: string;
  readonly primaryKeyType: 'text' | 'uuid';
  readonly column: string;
  readonly keyIdColumn: string;
  readonly purpose: KeyPurpose;
  /** What the bytes of a row belong to; they open beside nothing else. */
  readonly contextOf: (primaryKey: string) => string;
  /** A digest of the text, in a column beside it and under the same key. */
  readonly digest?: { readonly column: string; readonly of: (ring: KeyRing, plain: Buffer) => Buffer | null };
}
