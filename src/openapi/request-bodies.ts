import { changeSchema, isObject, mapValues } from './json-schema.js';
import type { JsonSchema } from './json-schema.js';

interface Described {
  readonly paths: object;
  readonly components?: { readonly schemas?: object };
}

/**
 * Forbids further fields in every request schema. Response schemas stay open: later versions may add fields. Throws
 * when a schema is used for both.
 */
export function closeRequestBodies<Document extends Described>(document: Document): Document {
  const schemas = (document.components?.schemas ?? {}) as Readonly<Record<string, JsonSchema>>;
  const sent = reachable(valuesUnder('requestBody', document.paths), schemas);
  const answered = reachable(valuesUnder('responses', document.paths), schemas);
  const closed = mapValues(schemas, (schema, name) => {
    if (!sent.has(name) || schema['properties'] === undefined) return schema;
    if (answered.has(name)) throw new Error(`${name} is sent and answered: give each its own schema`);
    return changeSchema(schema, close);
  });
  return { ...document, components: { ...document.components, schemas: closed } };
}

const close = (schema: JsonSchema): JsonSchema =>
  schema['properties'] === undefined ? schema : { ...schema, additionalProperties: false };

function valuesUnder(key: string, node: unknown): unknown[] {
  if (Array.isArray(node)) return node.flatMap((one) => valuesUnder(key, one));
  if (!isObject(node)) return [];
  return Object.entries(node).flatMap(([name, value]) => (name === key ? [value] : valuesUnder(key, value)));
}

function reachable(from: unknown, schemas: Readonly<Record<string, JsonSchema>>): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (node: unknown): void => {
    for (const reference of valuesUnder('$ref', node)) {
      const name = String(reference).split('/').at(-1) ?? '';
      if (found.has(name)) continue;
      found.add(name);
      visit(schemas[name]);
    }
  };
  visit(from);
  return found;
}
