import type { OpenAPIObject } from '@nestjs/swagger';
import { operationsOf } from './operations.js';

interface Exemplified {
  example?: unknown;
  schema?: { examples?: unknown[] };
}

/** Examples of parameters stand beside their schema, where tools that fill in forms look for them. */
export function exemplifyParameters(document: OpenAPIObject): OpenAPIObject {
  for (const { operation } of operationsOf(document)) {
    for (const parameter of (operation.parameters ?? []) as Exemplified[]) {
      const [example] = parameter.schema?.examples ?? [];
      if (parameter.schema === undefined || example === undefined) continue;
      const { examples: _, ...schema } = parameter.schema;
      Object.assign(parameter, { schema, example });
    }
  }
  return document;
}
