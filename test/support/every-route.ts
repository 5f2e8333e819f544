import type { ApiDocument, Operation } from './openapi/document.js';
import { operationsOf } from './openapi/document.js';

export interface RouteRequest {
  /** In the document's form: `GET /v1/orders/{merchantOrderNo}`. */
  readonly route: string;
  readonly method: string;
  readonly path: string;
  /** null: no body. */
  readonly body: Readonly<Record<string, unknown>> | null;
}

interface Schema {
  readonly $ref?: string;
  readonly example?: unknown;
  readonly examples?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
}

/** One request per operation, from the document's examples. Path parameters come from `parameters`. */
export function everyRoute(document: ApiDocument, parameters: Readonly<Record<string, string>>): RouteRequest[] {
  return operationsOf(document).map(({ route, operation }) => {
    const [method = '', pattern = ''] = route.split(' ');
    const path = pattern.replace(/\{(\w+)\}/g, (_, name: string) => parameters[name] ?? 'x');
    return { route, method, path: `${path}${requiredQuery(operation)}`, body: bodyOf(document, operation) };
  });
}

function requiredQuery({ parameters = [] }: Operation): string {
  const required = parameters.filter((parameter) => parameter['in'] === 'query' && parameter['required'] === true);
  const query = new URLSearchParams(required.map((one) => [String(one['name']), String(one['example'])]));
  return query.size === 0 ? '' : `?${query}`;
}

function bodyOf(document: ApiDocument, { requestBody }: Operation): Readonly<Record<string, unknown>> | null {
  if (requestBody === undefined) return null;
  const content = requestBody['content'] as Readonly<Record<string, { readonly schema: Schema }>>;
  const schema = content['application/json']?.schema;
  return schema === undefined ? null : (exampleOf(document, schema) as Readonly<Record<string, unknown>>);
}

function exampleOf(document: ApiDocument, schema: Schema): unknown {
  if (schema.$ref !== undefined) {
    const name = schema.$ref.split('/').at(-1) ?? '';
    return exampleOf(document, document.components['schemas']?.[name] ?? {});
  }
  const [example = schema.example ?? schema.enum?.[0]] = schema.examples ?? [];
  if (example !== undefined) return example;
  const [first] = schema.allOf ?? schema.anyOf ?? [];
  if (first !== undefined) return exampleOf(document, first);
  const members = Object.entries(schema.properties ?? {});
  return Object.fromEntries(members.map(([name, member]) => [name, exampleOf(document, member)]));
}
