import { randomBytes, randomUUID } from 'node:crypto';

/** All randomness of the service, key material included, so that a simulation can repeat a run to the byte. */
export abstract class Chance {
  /** From 0 to 1, without 1. */
  abstract number(): number;
  abstract uuid(): string;
  abstract bytes(count: number): Buffer;
}

/** Cryptographically secure, but for `number`. */
export class SystemChance extends Chance {
  number(): number {
    return Math.random();
  }

  uuid(): string {
    // Node draws these in advance, many at a time.
    return randomUUID();
  }

  bytes(count: number): Buffer {
    return randomBytes(count);
  }
}
