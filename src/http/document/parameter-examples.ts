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
      if (example === undefined) continue;
      parameter.example = example;
      delete parameter.schema?.examples;
    }
  }
  return document;
}
