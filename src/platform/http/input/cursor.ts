import type { KeyRing, Sealed } from '../../crypto/key-ring.js';
import type { EpochPlace, Position } from '../../shared/page.js';

/** Within what Postgres and JavaScript both take for a time, to the microsecond. */
const MOMENT = /^(?:19|2\d)\d{2}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}Z$/;

/** The `nextCursor` of a list. It says nothing but where the list goes on, and needs no secrecy. */
export function encodeCursor({ at, id }: Position): string {
  return Buffer.from(JSON.stringify([at, id])).toString('base64url');
}

/** What a cursor says; null: no list gave it. `id`: how the ids of that list look. */
export function decodeCursor(cursor: string, id: RegExp): Position | null {
  const said = partsOf(cursor);
  if (said === null || !isMoment(said.at) || !id.test(said.id)) return null;
  // Other texts say the same; only the one that we give out is taken.
  return encodeCursor(said) === cursor ? said : null;
}

const PLACE = /^events:([0-9a-f-]{36}):([A-Za-z0-9]{1,16}):([0-9a-f]{32})$/;
const BLOCK_PURPOSE = 'feed-place';

/**
 * The cursor of a list that goes by places: the feed, and orders by their changes. The place is encrypted: the places of two
 * cursors would tell a caller how many messages all others had in between.
 */
export function encodePlace(ring: KeyRing, { epoch, place }: EpochPlace): string {
  const block = Buffer.alloc(16);
  block.writeBigUInt64BE(BigInt(place), 8);
  const { keyId, bytes } = ring.encryptBlock(BLOCK_PURPOSE, block);
  return Buffer.from(`events:${epoch}:${keyId}:${bytes.toString('hex')}`).toString('base64url');
}

/** True for a text in the form of such a cursor. */
export const isPlaceCursor = (text: string): boolean => placeParts(text) !== null;

/** The place of a cursor; null: no such list gave it. Without its service key there is a place of no epoch. */
export function decodePlace(ring: KeyRing, cursor: string): EpochPlace | null {
  const parts = placeParts(cursor);
  if (parts === null) return null;
  const block = ring.decryptBlock(BLOCK_PURPOSE, parts.sealed);
  if (block === null) return { epoch: null, place: 0 };
  const place = Number(block.readBigUInt64BE(8));
  return block.readBigUInt64BE(0) === 0n && Number.isSafeInteger(place) ? { epoch: parts.epoch, place } : null;
}

function placeParts(cursor: string): { epoch: string; sealed: Sealed } | null {
  const bytes = Buffer.from(cursor, 'base64url');
  const [, epoch, keyId, block] = PLACE.exec(bytes.toString('latin1')) ?? [];
  if (epoch === undefined || keyId === undefined || block === undefined) return null;
  return bytes.toString('base64url') === cursor ? { epoch, sealed: { keyId, bytes: Buffer.from(block, 'hex') } } : null;
}

function partsOf(cursor: string): Position | null {
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    if (!Array.isArray(value) || value.length !== 2) return null;
    const [at, id] = value as unknown[];
    return typeof at === 'string' && typeof id === 'string' ? { at, id } : null;
  } catch {
    return null;
  }
}

/** A day that is not in the calendar comes back as another one. */
function isMoment(text: string): boolean {
  const date = new Date(text);
  return MOMENT.test(text) && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text.slice(0, 23));
}
