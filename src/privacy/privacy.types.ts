/** By what the orders of a customer are found. */
export const SUBJECTS = ['customer', 'email', 'order'] as const;
type SubjectKind = (typeof SUBJECTS)[number];

export interface Subject {
  readonly kind: SubjectKind;
  /** The customer's id at the merchant, an e-mail address, or the number of one order. */
  readonly value: string;
}

/** Who was forgotten, as an HMAC of the subject, and when: orders made later are not meant. */
export interface Erasure {
  readonly digest: Buffer;
  readonly keyId: string;
  readonly subject: SubjectKind;
  readonly at: Date;
}

/** How to forget. */
export interface ForgetOptions {
  /** Only says how many orders it would be. */
  readonly dryRun: boolean;
  /** Ends orders that wait for a payment, ahead of their time. */
  readonly force: boolean;
}

/** What forgetting did. */
export interface Forgotten {
  /** Orders that were found, those too that were erased before. */
  readonly orders: number;
  readonly erased: number;
}

/** What doing it all again did. */
export interface Replayed extends Forgotten {
  /** Orders that could not be erased, because they have not ended in this database. */
  readonly open: readonly string[];
}
