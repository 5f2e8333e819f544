import type { AuditHead } from '../../audit/audit.types.js';

export interface HistoryHead {
  readonly until: Date;
  readonly entries: number;
  readonly digest: Buffer;
}

/**
 * A digest of the database at a moment, stored where its owner cannot write. A later change, even one with valid HMACs,
 * changes the digest.
 */
export interface Anchor {
  readonly at: Date;
  readonly auditLog: AuditHead;
  readonly history: HistoryHead;
}
