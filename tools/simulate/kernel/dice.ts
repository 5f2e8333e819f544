import { createHash } from 'node:crypto';

/** Pseudo-random numbers (sfc32) from a text. The same text gives the same numbers. */
export class Dice {
  readonly #state: Uint32Array;

  constructor(private readonly seed: string) {
    const digest = createHash('sha256').update(seed).digest();
    this.#state = Uint32Array.from([0, 4, 8, 12], (at) => digest.readUInt32LE(at));
  }

  /** Dice of their own: what happens to one order does not change what happens to the next. */
  fork(name: string): Dice {
    return new Dice(`${this.seed}/${name}`);
  }

  /** From 0 to below 1. */
  number(): number {
    return this.#next() / 2 ** 32;
  }

  chance(probability: number): boolean {
    return this.number() < probability;
  }

  /** A whole number, both ends included. */
  int(from: number, to: number): number {
    return from + Math.floor(this.number() * (to - from + 1));
  }

  pick<T>(list: readonly T[]): T {
    const item = list[this.int(0, list.length - 1)];
    if (item === undefined) throw new RangeError('an empty list has no items');
    return item;
  }

  bytes(count: number): Buffer {
    return Buffer.from(Uint8Array.from({ length: count }, () => this.#next()));
  }

  /** RFC 9562, version 4. */
  uuid(): string {
    const bytes = this.bytes(16);
    bytes[6] = (bytes.readUInt8(6) & 0x0f) | 0x40;
    bytes[8] = (bytes.readUInt8(8) & 0x3f) | 0x80;
    return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  }

  #next(): number {
    const s = this.#state as unknown as [number, number, number, number];
    const sum = s[0] + s[1] + s[3];
    s[3] += 1;
    s[0] = s[1] ^ (s[1] >>> 9);
    s[1] = s[2] + (s[2] << 3);
    s[2] = ((s[2] << 21) | (s[2] >>> 11)) + sum;
    return sum >>> 0;
  }
}
