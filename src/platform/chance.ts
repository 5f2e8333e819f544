import { randomBytes, randomUUID } from 'node:crypto';

/** All randomness of the service, key material included, so that a simulation can repeat a run to the byte. */
export abstract class Chance {
  /** From 0 to 1, without 1. */
  abstract number(): number;
  abstract uuid(): string;
  abstract bytes(count: number): Buffer;

  /** Version 7: begins with the time, so that new rows stand together in an index. */
  uuidOf(at: Date): string {
    const bytes = this.bytes(16);
    bytes.writeUIntBE(at.getTime(), 0, 6);
    bytes.writeUInt8(0x70 | (bytes.readUInt8(6) & 0x0f), 6);
    bytes.writeUInt8(0x80 | (bytes.readUInt8(8) & 0x3f), 8);
    return bytes.toString('hex').replace(/(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  }
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
