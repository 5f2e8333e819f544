/** A JSON Schema 2020-12, as in OpenAPI 3.1. */
export type JsonSchema = Readonly<Record<string, unknown>>;

type Change = (schema: JsonSchema) => JsonSchema;

/** Keywords that hold one schema, a list of them, or schemas by name. */
const ONE = new Set(['items', 'additionalProperties', 'not']);
const LISTS = new Set(['allOf', 'oneOf', 'anyOf', 'prefixItems']);
const MAPS = new Set(['properties', 'patternProperties', '$defs']);

/** Keywords that hold data: anything within them that looks like a keyword is not one. */
const DATA = new Set(['example', 'examples', 'default', 'enum', 'const']);

/** Applies `change` to a schema and all schemas within it, innermost first. */
export function changeSchema(schema: JsonSchema, change: Change): JsonSchema {
  const inner = (value: unknown): unknown => (isObject(value) ? changeSchema(value, change) : value);
  const entries = Object.entries(schema).map(([key, value]) => {
    if (ONE.has(key)) return [key, inner(value)];
    if (LISTS.has(key) && Array.isArray(value)) return [key, value.map(inner)];
    if (MAPS.has(key) && isObject(value)) return [key, mapValues(value, inner)];
    return [key, value];
  });
  return change(Object.fromEntries(entries) as JsonSchema);
}

export function changeSchemas<Node>(node: Node, change: Change): Node {
  if (Array.isArray(node)) return node.map((one: unknown) => changeSchemas(one, change)) as Node;
  if (!isObject(node)) return node;
  const entries = Object.entries(node).map(([key, value]) => {
    if (key === 'schema' && isObject(value)) return [key, changeSchema(value, change)];
    if (key === 'schemas' && isObject(value)) {
      return [key, mapValues(value, (one) => changeSchema(one as JsonSchema, change))];
    }
    return [key, DATA.has(key) ? value : changeSchemas(value, change)];
  });
  return Object.fromEntries(entries) as Node;
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export function mapValues<Value, Result>(
  object: Readonly<Record<string, Value>>,
  of: (value: Value, name: string) => Result,
): Record<string, Result> {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, of(value, name)]));
}
