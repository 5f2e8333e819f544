import type { KeyRing, SealedBytes } from '../../crypto/key-ring.js';
import type { EpochPlace, Position } from '../../database/pages.js';

/** Postgres and JavaScript can both represent these. */
const MOMENT = /^(?:19|2\d)\d{2}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}Z$/;

/** The `nextCursor` of a list: only a position, so it needs no secrecy. */
export function encodeCursor({ at, id }: Position): string {
  return Buffer.from(JSON.stringify([at, id])).toString('base64url');
}

/** Decodes a cursor; null: not issued by a list of ours. `id`: the format of the list's ids. */
export function decodeCursor(cursor: string, id: RegExp): Position | null {
  const position = partsOf(cursor);
  if (position === null || !isMoment(position.at) || !id.test(position.id)) return null;
  // Accepts only the canonical encoding.
  return encodeCursor(position) === cursor ? position : null;
}

const PLACE = /^events:([0-9a-f-]{36}):([A-Za-z0-9]{1,16}):([0-9a-f]{32})$/;
const BLOCK_PURPOSE = 'feed-place';

/** A place in the feed, or in orders by change. Encrypted: places would tell how many messages others had. */
export function encodePlace(ring: KeyRing, { epoch, place }: EpochPlace): string {
  const block = Buffer.alloc(16);
  block.writeBigUInt64BE(BigInt(place), 8);
  const { keyId, bytes } = ring.encryptBlock(BLOCK_PURPOSE, block);
  return Buffer.from(`events:${epoch}:${keyId}:${bytes.toString('hex')}`).toString('base64url');
}

export const isPlaceCursor = (text: string): boolean => placeParts(text) !== null;

/** The position in a cursor; null: not issued by us. Without its service key the result has no epoch. */
export function decodePlace(ring: KeyRing, cursor: string): EpochPlace | null {
  const parts = placeParts(cursor);
  if (parts === null) return null;
  const block = ring.decryptBlock(BLOCK_PURPOSE, parts.sealed);
  if (block === null) return { epoch: null, place: 0 };
  const place = Number(block.readBigUInt64BE(8));
  return block.readBigUInt64BE(0) === 0n && Number.isSafeInteger(place) ? { epoch: parts.epoch, place } : null;
}

function placeParts(cursor: string): { epoch: string; sealed: SealedBytes } | null {
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

/** An impossible date would be parsed as another day. */
function isMoment(text: string): boolean {
  const date = new Date(text);
  return MOMENT.test(text) && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text.slice(0, 23));
}
