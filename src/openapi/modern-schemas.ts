import { changeSchemas, isObject } from './json-schema.js';
import type { JsonSchema } from './json-schema.js';

/**
 * Rewrites the framework's OpenAPI 3.0 constructs in JSON Schema 2020-12: a list of examples, `const` for a one-word
 * enum, a description beside a reference. (The framework converts `nullable` itself.)
 */
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
