import { changeSchemas, isObject } from './json-schema.js';
import type { JsonSchema } from './json-schema.js';

/**
 * What the framework writes in the manner of OpenAPI 3.0, said as JSON Schema 2020-12 says it: examples are a list, one word
 * alone is a constant, a reference may have a description beside it. (It turns `nullable` into types by itself.)
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
