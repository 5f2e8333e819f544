import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { pageOf } from '../../platform/database/pages.js';
import type { ChangesRequest, Page, PageRequest } from '../../platform/database/pages.js';
import type { OrderFilter } from '../../orders/model/order-search.types.js';
import type { EpochReading } from '../../orders/storage/epoch.repository.js';
import { changedSql } from './search/by-change.js';
import { noteBreadthSql, breadthSql, partSql } from './search/candidates.js';
import type { SearchStatement, Way } from './search/conditions.js';
import { searchSql } from './search/search-sql.js';
import { MOST_GATHERED } from './search/conditions.js';

interface PlacedRow {
  readonly endAt: string | null;
  readonly endId: string | null;
  readonly placeAt: string;
  readonly number: string | null;
}

interface ChangedRow extends EpochReading {
  readonly after: string;
  readonly head: string;
  readonly end: string | null;
  readonly isLost: boolean;
  readonly place: string | null;
  readonly number: string | null;
}

/** `next`: the place to continue from, also at the end; null: `after` is no longer complete. */
export interface ChangeFilter {
  readonly epoch: EpochReading;
  readonly numbers: readonly string[];
  readonly next: number | null;
}

@Injectable()
export class OrderSearchRepository {
  constructor(private readonly database: Database) {}

  /** Returns numbers, newest first. A page can be short or empty while the list continues. */
  async numbers(filter: OrderFilter, request: PageRequest): Promise<Page<string>> {
    const { sql, parameters } = searchSql(filter, request, await this.wayOf(filter));
    const rows = await this.database.query<PlacedRow>(sql, parameters);
    const found = rows.filter(({ number }) => number !== null);
    const page = pageOf(found, request.limit, ({ placeAt, number }) => ({ at: placeAt, id: number ?? '' }));
    const { endAt = null, endId = null } = rows[0] ?? {};
    const end = endAt === null || endId === null ? null : { at: endAt, id: endId };
    const isNothing = found.length === 0 && end === null && request.after === null;
    if (isNothing && isTextAlone(filter)) return this.byPart(filter, request.limit);
    return { rows: page.rows.map(({ number }) => number ?? ''), next: page.next ?? end };
  }

  /** One page: what is not among its newest matches needs more of the number. */
  private async byPart({ text }: OrderFilter, limit: number): Promise<Page<string>> {
    const statement = partSql(text ?? '', limit);
    if (statement === null) return { rows: [], next: null };
    const rows = await this.database.query<{ number: string }>(statement.sql, statement.parameters);
    return { rows: rows.map(({ number }) => number), next: null };
  }

  /** Returns orders changed after a place, each once by its newest change, oldest first. */
  async changed(filter: OrderFilter, request: ChangesRequest): Promise<ChangeFilter> {
    const { sql, parameters } = changedSql(filter, request);
    const rows = await this.database.query<ChangedRow>(sql, parameters);
    const [first] = rows;
    if (first === undefined) throw new Error('the outbox has no head');
    const { after } = request;
    const isExpired =
      after !== null && (after.epoch !== first.epoch || first.isLost || Number(first.head) < after.place);
    if (isExpired) return { epoch: first, numbers: [], next: null };
    const found = rows.flatMap(({ number, place }) => (number === null ? [] : [{ number, place }]));
    const shown = found.slice(0, request.limit);
    const next = found.length > request.limit ? shown.at(-1)?.place : first.end;
    return { epoch: first, numbers: shown.map(({ number }) => number), next: Number(next ?? first.after) };
  }

  private async wayOf(filter: OrderFilter): Promise<Way> {
    const { text, emailDigests, customerId, metadata, caller } = filter;
    if (text !== null && (await isNarrow(this.database, breadthSql({ text, emailDigests })))) return 'text';
    if (customerId !== null) return 'customer';
    if (metadata !== null && (await isNarrow(this.database, noteBreadthSql(metadata)))) return 'metadata';
    return caller === null ? 'choice' : 'caller';
  }
}

/** Whether nothing but the text chooses. */
const isTextAlone = (filter: OrderFilter): boolean =>
  Object.entries(filter).every(
    ([name, value]) => value === null || (name === 'text' ? value !== '' : name === 'emailDigests'),
  );

async function isNarrow(database: Database, { sql, parameters }: SearchStatement): Promise<boolean> {
  const [row] = await database.query<{ breadth: number }>(sql, parameters);
  return row !== undefined && row.breadth <= MOST_GATHERED;
}
