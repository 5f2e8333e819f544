import type { KeyRing } from './key-ring.js';

export interface KnownServiceKey {
  readonly id: string;
  /** Shows whether a key with this id is the same key. */
  readonly proof: Buffer;
  readonly createdAt: Date;
  /** When the operator retired it; null: it is required. */
  readonly retiredAt: Date | null;
}

const PURPOSE = 'service-key';

export function proofOf(ring: KeyRing, id: string): Buffer | null {
  return ring.mac(PURPOSE, id, id);
}

/** Compares `SERVICE_KEY` with the keys that the database was written with; returns the differences as messages. */
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
