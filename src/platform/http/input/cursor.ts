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

const PLACE = /^(?:events:(?:([0-9a-f-]{36}):)?(0|[1-9]\d{0,14})|\[(0|[1-9]\d{0,14})\])$/;

/** The cursor of a list that goes by places: the feed, and orders by their changes. It needs no secrecy. */
export function encodePlace({ epoch, place }: EpochPlace): string {
  return Buffer.from(`events:${epoch}:${place}`).toString('base64url');
}

/** The place that a cursor says; null: no such list gave it. Cursors from before there were epochs have none. */
export function decodePlace(cursor: string): EpochPlace | null {
  const bytes = Buffer.from(cursor, 'base64url');
  const [, epoch = null, place, listed = place] = PLACE.exec(bytes.toString('latin1')) ?? [];
  return listed === undefined || bytes.toString('base64url') !== cursor ? null : { epoch, place: Number(listed) };
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
