import { pageSize } from '../../database/pages.js';
import type { Changes, ChangesRequest, Page, PageRequest } from '../../database/pages.js';
import type { KeyRing } from '../../crypto/key-ring.js';
import { wrongField } from '../../problems/problem.js';
import { MERCHANT_ORDER_NO } from '../../terms/order.js';
import { decodeCursor, decodePlace, encodeCursor, encodePlace } from './cursor.js';

export const LIST_ORDERS = ['created', 'updated'] as const;

interface AskedPage {
  readonly order?: (typeof LIST_ORDERS)[number];
  readonly limit?: string;
  readonly cursor?: string;
}

interface OrderedList<Row> {
  newest(request: PageRequest): Promise<Page<Row>>;
  changed(request: ChangesRequest): Promise<Changes<Row>>;
}

/** Reads a page of a list of orders, newest first or by change. The two have cursors of different forms. */
export async function readOrderedPage<Row>(
  { order, limit: given, cursor }: AskedPage,
  ring: KeyRing,
  list: OrderedList<Row>,
): Promise<{ rows: readonly Row[]; nextCursor: string | null }> {
  const limit = pageSize(given);
  if (order === 'updated') {
    const after = placeIn(cursor, (text) => decodePlace(ring, text));
    const { rows, next } = await list.changed({ limit, after });
    return { rows, nextCursor: encodePlace(ring, next) };
  }
  const after = placeIn(cursor, (text) => decodeCursor(text, MERCHANT_ORDER_NO));
  const { rows, next } = await list.newest({ limit, after });
  return { rows, nextCursor: next && encodeCursor(next) };
}

function placeIn<Place>(cursor: string | undefined, decode: (cursor: string) => Place | null): Place | null {
  if (cursor === undefined) return null;
  const place = decode(cursor);
  if (place === null) throw wrongField('cursor', 'must be a nextCursor of this list');
  return place;
}
