import { EntitySchema } from 'typeorm';
import type { EntitySchemaOptions } from 'typeorm';
import { columnOf, typeOf } from './columns.js';
import type { Columns } from './columns.js';

/** The table as a TypeORM entity, to check that the migrations match the columns. */
export function entity<Row>(
  name: string,
  columns: Columns<Row>,
  keys: readonly (keyof Row & string)[],
  rest: Partial<EntitySchemaOptions<unknown>>,
): EntitySchema {
  const described = Object.entries<string>(columns).map(([property, definition]) => [
    property,
    {
      name: columnOf(property),
      type: typeOf(definition).replace('[]', ''),
      array: typeOf(definition).endsWith('[]'),
      nullable: definition.endsWith('?'),
      ...(definition.includes(' collate C') ? { collation: 'C' } : {}),
      ...(definition.includes(' = ') ? { default: standardOf(definition.replace(/^.* = /, '')) } : {}),
      ...(keys.includes(property as never) ? { primary: true, primaryKeyConstraintName: `${name}_pkey` } : {}),
    },
  ]);
  const schema = { name, tableName: name, columns: Object.fromEntries(described) as object, ...rest };
  return new EntitySchema(schema);
}

/** A default that is a call is SQL. */
const standardOf = (text: string): unknown => (text.endsWith('()') ? () => text : JSON.parse(text));

/** The column of the same name in another table. */
export const refersTo = (name: string, target: string, column: string) => ({
  name,
  target,
  columnNames: [column],
  referencedColumnNames: [column],
});
