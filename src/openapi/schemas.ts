/** JSON Schema 2020-12, as in OpenAPI 3.1. */
export type JsonSchema = Readonly<Record<string, unknown>>;

type Change = (schema: JsonSchema) => JsonSchema;

interface WithSchemas {
  readonly components?: { readonly schemas?: object };
}

/** Keywords that hold schemas, and schemas by name. */
const SCHEMAS = new Set(['items', 'additionalProperties', 'not', 'allOf', 'oneOf', 'anyOf', 'prefixItems']);
const MAPS = new Set(['properties', 'patternProperties', '$defs']);

/** Keywords that hold data: anything within them that looks like a keyword is not one. */
const DATA = new Set(['example', 'examples', 'default', 'enum', 'const']);

/** Applies `change` to a schema and all schemas within it, innermost first. */
function changeSchema(schema: JsonSchema, change: Change): JsonSchema {
  const inner = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(inner);
    return isObject(value) ? changeSchema(value, change) : value;
  };
  const entries = Object.entries(schema).map(([key, value]) => {
    if (SCHEMAS.has(key)) return [key, inner(value)];
    return [key, MAPS.has(key) && isObject(value) ? mapValues(value, inner) : value];
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

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const mapValues = <Value, Result>(
  object: Readonly<Record<string, Value>>,
  of: (value: Value, name: string) => Result,
): Record<string, Result> => Object.fromEntries(Object.entries(object).map(([name, value]) => [name, of(value, name)]));

/** Rewrites OpenAPI 3.0 constructs that the framework leaves: examples, one-word enums, described references. */
export function modernSchemas<Document>(document: Document): Document {
  return changeSchemas(document, (schema) => withExamples(withConstant(withReference(schema))));
}

function withReference(schema: JsonSchema): JsonSchema {
  const { allOf, ...rest } = schema;
  if (!Array.isArray(allOf) || allOf.length !== 1 || !isObject(allOf[0]) || '$ref' in rest) return schema;
  return { ...rest, ...allOf[0] };
}

function withConstant(schema: JsonSchema): JsonSchema {
  const { enum: words, ...rest } = schema;
  return Array.isArray(words) && words.length === 1 ? { ...rest, const: words[0] as unknown } : schema;
}

function withExamples(schema: JsonSchema): JsonSchema {
  const { example, ...rest } = schema;
  return example === undefined ? schema : { ...rest, examples: [example] };
}

const plainName = (name: string): string => name.replace(/Dto$/, '');

/** Drops the suffix: `QuoteDto` becomes `Quote`. Throws when two schemas would share a name. */
export function plainNames<Document extends WithSchemas>(document: Document): Document {
  const names = Object.keys(document.components?.schemas ?? {}).map(plainName);
  const twice = names.filter((name, at) => names.indexOf(name) !== at);
  if (twice.length > 0) throw new Error(`two schemas would be called ${twice.join(', ')}`);
  const text = JSON.stringify(document).replaceAll(/("#\/components\/schemas\/\w+)Dto"/g, '$1"');
  const renamed = JSON.parse(text) as Document;
  const schemas = Object.entries((renamed.components?.schemas ?? {}) as Record<string, JsonSchema>);
  const plain = Object.fromEntries(schemas.map(([name, schema]) => [plainName(name), schema]));
  return { ...renamed, components: { ...renamed.components, schemas: plain } };
}

/** Responses stay open: later versions may add fields. Throws when a schema is used for both. */
export function closeRequestBodies<Document extends WithSchemas & { readonly paths: object }>(
  document: Document,
): Document {
  const schemas = (document.components?.schemas ?? {}) as Readonly<Record<string, JsonSchema>>;
  const items = Object.values(document.paths) as Record<string, Record<string, unknown>>[];
  const operations = items.flatMap((item) => Object.values(item));
  const used = (part: 'requestBody' | 'responses'): ReadonlySet<string> =>
    reachable(
      operations.map((operation) => operation[part]),
      schemas,
    );
  const [sent, answered] = [used('requestBody'), used('responses')];
  const closed = mapValues(schemas, (schema, name) => {
    if (!sent.has(name) || schema['properties'] === undefined) return schema;
    if (answered.has(name)) throw new Error(`${name} is sent and answered: give each its own schema`);
    return changeSchema(schema, close);
  });
  return { ...document, components: { ...document.components, schemas: closed } };
}

const close: Change = (schema) =>
  schema['properties'] === undefined ? schema : { ...schema, additionalProperties: false };

function reachable(from: unknown, schemas: Readonly<Record<string, JsonSchema>>): ReadonlySet<string> {
  const found = new Set(referencesIn(from));
  // A Set iterates over what is added meanwhile.
  for (const name of found) for (const inner of referencesIn(schemas[name])) found.add(inner);
  return found;
}

const referencesIn = (node: unknown): string[] =>
  [...JSON.stringify(node ?? null).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)].map(([, name = '']) => name);
