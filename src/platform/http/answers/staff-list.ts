import { applyDecorators } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiPropertyOptional } from '@nestjs/swagger';
import type { ApiPropertyOptions } from '@nestjs/swagger';
import { IsIn, IsUUID } from 'class-validator';
import { columnOf } from '../../database/columns.js';
import type { Database } from '../../database/database.js';
import { NewestFirst, pageOf } from '../../database/pages.js';
import type { PositionColumns, Page, PageRequest } from '../../database/pages.js';
import { momentOf } from '../../time/time.js';
import { encodeCursor } from '../input/cursor.js';
import { IsMoment, IsWord, MayBeAbsent } from '../input/rules.js';
import { pageRequestOf, spanOf, UUID, WHOLE_NUMBER, IsCursor, IsPageLimit } from '../input/query.js';
import { by, pageShape, plain, shape } from './shape.js';
import type { Class, Field, Fields, Shape, ShownFields, StoredFields } from './shape.js';

export const hidden = <T>(sql: string): Field<T> => by(sql, plain<T>('', {}));

/** A parameter of a list: its schema, its rule, and its SQL condition; `value` is null if omitted. */
interface Filter {
  readonly schema: ApiPropertyOptions;
  readonly rule: PropertyDecorator;
  readonly add: (list: NewestFirst, value: Value) => void;
}
/** `Date` or text. */
type Value = string | Date | null;
type Filters = Readonly<Record<string, Filter>>;
type FilterValues<Q extends Filters> = { readonly [K in keyof Q]?: Value };
type Query<Q extends Filters> = { limit?: string; cursor?: string; from?: string; to?: string } & {
  [K in keyof Q]?: string;
};

/** `?` in a condition stands for the value. */
const filter = (schema: ApiPropertyOptions, rule: PropertyDecorator, condition: string): Filter => ({
  schema,
  rule,
  add: (list, value) => list.where(condition, value),
});

export const byText = (description: string, example: string, condition: string, rule = IsWord()): Filter =>
  filter({ type: String, description, example }, rule, condition);
export const byUuid = (description: string, condition: string): Filter =>
  filter(
    { type: String, format: 'uuid', description, example: '6f1d3c1e-8c1f-4c53-9f0e-2d0d6f1b7a10' },
    IsUUID(),
    condition,
  );
export const byWord = (description: string, words: readonly string[], example: string, condition: string): Filter =>
  filter({ enum: [...words], description, example }, IsIn(words), condition);

export const byChoice = (
  description: string,
  choices: Readonly<Record<string, string | null>>,
  { standard, example }: { readonly standard: string; readonly example: string },
): Filter => ({
  schema: { enum: Object.keys(choices), default: standard, description, example },
  rule: IsIn(Object.keys(choices)),
  add: (list, value) => {
    const condition = choices[String(value ?? standard)] ?? null;
    list.when(condition !== null, condition ?? '');
  },
});

/** The two ends of a span. `at`: the column; `what`: the event in words, such as `Made`. */
export function bySpan(at: string, what = ''): { readonly from: Filter; readonly to: Filter } {
  const end = (description: string, example: string, condition: string): Filter => ({
    ...byText(
      description.trimStart().replace(/^./, (letter) => letter.toUpperCase()),
      example,
      condition,
      IsMoment(),
    ),
    add: (list, value) => list.where(condition, typeof value === 'string' ? momentOf(value) : value),
  });
  return {
    from: end(
      `${what} at this time or later: a date (its midnight, UTC) or an RFC 3339 time.`,
      '2026-01-31T12:00:00Z',
      `${at} >= ?`,
    ),
    to: end(`${what} before this time.`, '2026-02-01', `${at} < ?`),
  };
}

interface ListSource {
  readonly item: string;
  readonly page: string;
  readonly table: string;
  /** Qualifies columns without SQL of their own. */
  readonly as: string;
  readonly join?: string;
  readonly at: string;
  readonly idType: keyof typeof ID_FORMS;
}

const NOTHING = {};
const ID_FORMS = { uuid: UUID, bigint: WHOLE_NUMBER };

/** A list for staff, newest first: its statement, parameters, schemas and responses derive from two tables. */
export class StaffList<C extends Fields, Q extends Filters, H extends Fields = typeof NOTHING> {
  readonly item: Shape<C>;
  readonly page: ReturnType<typeof pageShape<C>>;
  /** A controller's parameter must be a subclass of this. */
  readonly Query: Class<Query<Q>>;
  readonly #select: string;
  readonly #idForm: RegExp;

  constructor(
    private readonly source: ListSource,
    columns: C,
    private readonly filters: Q,
    hidden: H = NOTHING as H,
  ) {
    const { item, page, as, idType } = source;
    this.item = shape(item, columns);
    this.page = pageShape(page, this.item);
    this.#idForm = ID_FORMS[idType];
    this.Query = queryOf(filters, this.#idForm);
    const all = Object.entries({ ...columns, ...hidden });
    this.#select = all.map(([name, { sql = `${as}.${columnOf(name)}` }]) => `${sql} AS "${name}"`).join(', ');
  }

  /** `narrow` adds conditions that are no parameters of the list. */
  async read(
    database: Database,
    asked: FilterValues<Q>,
    page: PageRequest,
    narrow?: (list: NewestFirst) => void,
  ): Promise<Page<StoredFields<C & H>>> {
    const { as, at, idType } = this.source;
    const list = new NewestFirst();
    narrow?.(list);
    for (const [name, { add }] of Object.entries(this.filters)) add(list, asked[name] ?? null);
    const listing = { select: this.#select, from: this.#from, at: `${as}.${at}`, id: `${as}.id`, idType };
    const statement = list.sql({ ...listing, byIdAlone: idType === 'bigint' }, page);
    const found = await database.query<StoredFields<C & H> & PositionColumns>(statement, list.parameters);
    return pageOf(found, page.limit, (row) => ({ at: row.position_at, id: row.position_id }));
  }

  async find(database: Database, id: string): Promise<StoredFields<C & H> | null> {
    const statement = `SELECT ${this.#select} FROM ${this.#from} WHERE ${this.source.as}.id = $1`;
    const [row] = await database.query<StoredFields<C & H>>(statement, [id]);
    return row ?? null;
  }

  async answer(database: Database, query: Query<Q>): Promise<PageOf<C>> {
    return this.show(await this.read(database, query, this.pageAsked(query)));
  }

  /** Throws `invalid_request` if the span ends before it begins. */
  pageAsked(query: Query<Q>): PageRequest {
    spanOf(query);
    return pageRequestOf(query, this.#idForm);
  }

  show({ rows, next }: Page<StoredFields<C>>): PageOf<C> {
    return { items: rows.map(this.item.show), nextCursor: next && encodeCursor(next) };
  }

  describe(summary: string, description: string, page = 'A page of the list.'): MethodDecorator {
    return applyDecorators(
      ApiOperation({ summary, description }),
      ApiOkResponse({ type: this.page.Dto, description: page }),
    );
  }

  get #from(): string {
    const { table, as, join = '' } = this.source;
    return `${table} ${as} ${join}`;
  }
}

interface PageOf<C extends Fields> {
  readonly items: ShownFields<C>[];
  readonly nextCursor: string | null;
}
export type RowOf<L extends { find: (...given: never[]) => unknown }> = NonNullable<Awaited<ReturnType<L['find']>>>;
export type FiltersOf<L extends { read: (...given: never[]) => unknown }> = Parameters<L['read']>[1];

function queryOf<Q extends Filters>(filters: Q, id: RegExp): Class<Query<Q>> {
  class ListQueryDto {
    limit?: string;
    cursor?: string;
  }
  const { prototype } = ListQueryDto;
  IsPageLimit()(prototype, 'limit');
  for (const [name, { schema, rule }] of Object.entries(filters)) {
    applyDecorators(ApiPropertyOptional(schema), MayBeAbsent(), rule)(prototype, name);
  }
  applyDecorators(IsCursor(id), ApiPropertyOptional({ description: 'The `nextCursor` of the previous page.' }))(
    prototype,
    'cursor',
  );
  return ListQueryDto;
}
