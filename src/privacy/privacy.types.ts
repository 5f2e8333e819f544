export const SUBJECTS = ['customer', 'email', 'order'] as const;
type SubjectKind = (typeof SUBJECTS)[number];

export interface Subject {
  readonly kind: SubjectKind;
  /** The merchant's customer id, an e-mail address, or one order number. */
  readonly value: string;
}

/** An erased subject as an HMAC, and the time: later orders are not affected. */
export interface Erasure {
  readonly digest: Buffer;
  readonly keyId: string;
  readonly subject: SubjectKind;
  readonly at: Date;
}

export interface ForgetOptions {
  /** Only reports how many orders match. */
  readonly dryRun: boolean;
  /** Ends orders that await a payment before they expire. */
  readonly force: boolean;
}

export interface Forgotten {
  /** Orders that match, including those erased before. */
  readonly orders: number;
  readonly erased: number;
}

export interface Replayed extends Forgotten {
  /** Orders that were not erased because they have not ended in this database. */
  readonly open: readonly string[];
}
