import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import type { ApiPropertyOptions } from '@nestjs/swagger';
import { CURSOR_EXAMPLE } from '../input/query.js';

export interface Field<StoredFields, ShownFields = StoredFields> {
  readonly schema: ApiPropertyOptions;
  readonly write: (stored: StoredFields) => ShownFields;
  /** The SQL by which a list reads it; by default the column of the field's name. */
  readonly sql?: string;
}

export type Fields = Readonly<Record<string, Field<never, unknown>>>;
export type Class<T> = new () => T;

export type StoredFields<F extends Fields> = {
  readonly [K in keyof F]: F[K] extends Field<infer S, unknown> ? S : never;
};
export type ShownFields<F extends Fields> = { [K in keyof F]: ReturnType<F[K]['write']> };

/** An object of a response: one table from which its schema, types and JSON derive. */
export interface Shape<F extends Fields> {
  readonly fields: F;
  readonly Dto: Class<ShownFields<F>>;
  readonly show: (row: StoredFields<F>) => ShownFields<F>;
}
export type StoredBy<S> = S extends Shape<infer F> ? StoredFields<F> : never;
export type ItemOf<S, K extends keyof StoredBy<S>> = StoredBy<S>[K] extends readonly (infer Item)[] ? Item : never;
export type ShownBy<S> = S extends Shape<infer F> ? ShownFields<F> : never;

/** `name` is the schema's; the suffix `Dto` is dropped from it. */
export function shape<F extends Fields>(name: string, fields: F): Shape<F> {
  @ApiSchema({ name })
  class Dto {}
  const entries = Object.entries(fields);
  for (const [field, { schema }] of entries) ApiProperty(schema)(Dto.prototype, field);
  const show = (row: StoredFields<F>): ShownFields<F> =>
    Object.fromEntries(entries.map(([field, { write }]) => [field, write(row[field] as never)])) as ShownFields<F>;
  return { fields, Dto: Dto as Class<ShownFields<F>>, show };
}

export const pageShape = <F extends Fields>(name: string, item: Shape<F>, order = 'Newest first.') =>
  shape(name, {
    items: each(order, item),
    nextCursor: orNull(text('Where the list goes on; null: this is all.', CURSOR_EXAMPLE)),
  });

export const plain = <T>(description: string, schema: ApiPropertyOptions): Field<T> => ({
  schema: { description, ...schema },
  write: (value) => value,
});

export const text = (description: string, example: string, pattern?: string): Field<string> =>
  plain(description, { type: String, ...(pattern === undefined ? {} : { pattern }), example });
export const decimal = (description: string, example: string): Field<string> =>
  plain(description, { type: String, format: 'decimal', example });
export const url = (description: string, example: string): Field<string> =>
  plain(description, { type: String, format: 'uri', example });
export const uuid = (description: string, example = '6f1d3c1e-8c1f-4c53-9f0e-2d0d6f1b7a10'): Field<string> =>
  plain(description, { type: String, format: 'uuid', example });
export const flag = (description: string, example: boolean): Field<boolean> =>
  plain(description, { type: Boolean, example });
/** A whole number of any size, such as a status code. */
export const integer = (description: string, example: number): Field<number> =>
  plain(description, { type: 'integer', example });
export const count = (description: string, example: number, minimum = 0): Field<number> =>
  plain(description, { type: 'integer', minimum, example });
export const oneOf = <W extends string>(description: string, words: readonly W[], example?: W | null): Field<W> =>
  plain(description, { type: String, enum: [...words], example: example === undefined ? words[0] : example });
export const texts = (description: string, example: readonly string[] | null): Field<readonly string[], string[]> => ({
  schema: { description, type: [String], example },
  write: (values) => [...values],
});
export const anyObject = (description: string, example: object): Field<unknown> =>
  plain(description, { type: 'object', additionalProperties: true, example });

/** RFC 3339 in UTC with milliseconds. */
export const moment = (description: string, example = '2026-01-31T12:00:00.000Z'): Field<Date, string> => ({
  schema: { description, type: String, format: 'date-time', example },
  write: (at) => at.toISOString(),
});

export const orNull = <S, T>({ schema, write, ...rest }: Field<S, T>): Field<S | null, T | null> => ({
  ...rest,
  schema: { ...schema, nullable: true },
  write: (value) => (value === null ? null : write(value)),
});

export const one = <F extends Fields>(description: string, of: Shape<F>): Field<StoredFields<F>, ShownFields<F>> => ({
  schema: { description, type: () => of.Dto },
  write: of.show,
});

export const each = <F extends Fields>(
  description: string,
  of: Shape<F>,
): Field<readonly StoredFields<F>[], ShownFields<F>[]> => ({
  schema: { description, type: () => [of.Dto] },
  write: (rows) => rows.map(of.show),
});

export const by = <S, T>(sql: string, field: Field<S, T>): Field<S, T> => ({ ...field, sql });
