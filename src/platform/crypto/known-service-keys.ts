import type { KeyRing } from './key-ring.js';

/** A service key with which something in the database was made. */
export interface KnownServiceKey {
  readonly id: string;
  /** Tells whether a key that has this id now is the same one. */
  readonly proof: Buffer;
  readonly createdAt: Date;
  /** Since when the operator does without it; null: it is needed. */
  readonly retiredAt: Date | null;
}

const PURPOSE = 'service-key';

/** null: there is no such key. */
export function proofOf(ring: KeyRing, id: string): Buffer | null {
  return ring.mac(PURPOSE, id, id);
}

/** What is wrong with `SERVICE_KEY`, in words, by what the database knows of the keys with which it was written. */
export function serviceKeyProblems(ring: KeyRing, known: readonly KnownServiceKey[]): string[] {
  const others = known.filter(({ id, proof }) => ring.has(id) && !ring.verify(PURPOSE, id, id, proof));
  const missing = known.filter(({ id, retiredAt }) => retiredAt === null && !ring.has(id));
  return [
    ...others.map(
      ({ id }) => `SERVICE_KEY has another key ${id} than the database was written with: each new key needs a new id`,
    ),
    ...missing.map(
      ({ id }) =>
        `SERVICE_KEY lacks the key ${id}, with which the database was written: list it behind the newest, or do without it for good (npm run key -- service-keys --retire ${id})`,
    ),
  ];
}
