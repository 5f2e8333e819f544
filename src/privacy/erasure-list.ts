import type { KeyRing } from '../platform/crypto/key-ring.js';
import { canonicalJson } from '../platform/text/stored-json.js';
import { canonicalEmail } from '../platform/text/text.js';
import { momentOf } from '../platform/time/time.js';

const SUBJECTS = ['customer', 'email', 'order'] as const;
type SubjectKind = (typeof SUBJECTS)[number];

export interface ErasureSubject {
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

const textOf = ({ kind, value }: ErasureSubject): string =>
  canonicalJson([kind, kind === 'email' ? canonicalEmail(value) : value]);

export function erasureOf(ring: KeyRing, subject: ErasureSubject, at: Date): Erasure {
  const { keyId, mac } = ring.sign('erasure', textOf(subject));
  return { digest: mac, keyId, subject: subject.kind, at };
}

export class ErasureList {
  readonly #at = new Map<string, Date>();
  readonly #keyIds: readonly string[];

  constructor(
    private readonly ring: KeyRing,
    erasures: readonly Erasure[],
  ) {
    for (const { digest, at } of erasures) this.#at.set(digest.toString('hex'), at);
    this.#keyIds = [...new Set(erasures.map(({ keyId }) => keyId))];
  }

  /** Service keys that do not exist here: erasures under them cannot be matched. */
  get missingKeys(): readonly string[] {
    return this.#keyIds.filter((id) => !this.ring.has(id));
  }

  /** Was the subject erased at or after `madeAt`? */
  has(subject: ErasureSubject, madeAt: Date): boolean {
    return this.#keyIds.some((keyId) => {
      const at = this.#at.get(this.ring.mac('erasure', textOf(subject), keyId)?.toString('hex') ?? '');
      return at !== undefined && madeAt <= at;
    });
  }
}

export const erasureText = ({ digest, keyId, subject, at }: Erasure): string =>
  JSON.stringify({ subject, digest: digest.toString('hex'), keyId, at: at.toISOString() });

/** One per line; null: a line is invalid. */
export function erasuresIn(text: string): Erasure[] | null {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const erasures = lines.map(erasureIn).filter((erasure) => erasure !== null);
  return erasures.length === lines.length ? erasures : null;
}

function erasureIn(line: string): Erasure | null {
  const { subject, digest, keyId, at } = parsed(line);
  const kind = SUBJECTS.find((one) => one === subject);
  const moment = typeof at === 'string' ? momentOf(at) : null;
  if (kind === undefined || moment === null || typeof keyId !== 'string') return null;
  if (typeof digest !== 'string' || !/^[0-9a-f]{64}$/.test(digest)) return null;
  return { subject: kind, digest: Buffer.from(digest, 'hex'), keyId, at: moment };
}

function parsed(line: string): Record<string, unknown> {
  try {
    return (JSON.parse(line) ?? {}) as Record<string, unknown>;
  } catch {
    return {};
  }
}
