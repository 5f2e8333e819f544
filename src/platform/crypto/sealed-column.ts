import type { KeyPurpose } from './key-ring.js';

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
}
