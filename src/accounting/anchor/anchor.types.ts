import type { AuditHead } from '../../audit/audit.types.js';

/** All entries of orders' histories up to a moment: how many, and a digest over their HMACs. */
export interface HistoryHead {
  readonly until: Date;
  readonly entries: number;
  readonly digest: Buffer;
}

/**
 * What stood in the database at a moment, to be kept where its owner cannot write: whoever alters any of it later, even with
 * HMACs that fit, makes another digest.
 */
export interface Anchor {
  readonly at: Date;
  readonly auditLog: AuditHead;
  readonly history: HistoryHead;
}
