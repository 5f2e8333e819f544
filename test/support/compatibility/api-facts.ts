import { operationsOf } from '../openapi/document.js';
import type { ApiDocument, Operation } from '../openapi/document.js';
import { defaultWord, MUST } from './promises.js';
import type { Fact } from './promises.js';

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly const?: string | number;
  readonly enum?: readonly (string | number | boolean | null)[];
  readonly default?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
}

interface Body {
  readonly content?: Readonly<Record<string, { readonly schema?: Schema; readonly examples?: object }>>;
  readonly headers?: object;
}

interface Parameter {
  readonly in: string;
  readonly name: string;
  readonly required?: boolean;
  readonly schema: Schema;
}

export function apiFacts(document: ApiDocument): Readonly<Record<string, readonly Fact[]>> {
  const webhooks = document['webhooks'] as ApiDocument['paths'];
  const schemas = document.components['schemas'] as Readonly<Record<string, Schema>>;
  return Object.fromEntries([
    ...operationsOf(document).map(({ route, operation }) => [route, operationFacts(operation)]),
    ...Object.entries(webhooks).map(([type, { post }]) => [`event ${type}`, eventFacts(post!)]),
    // Only bodies of requests are closed.
    ...Object.entries(schemas).map(([name, schema]) => [
      `schema ${name}`,
      schemaFacts('', schema, schema.additionalProperties === false),
    ]),
  ]) as Record<string, Fact[]>;
}

function operationFacts(operation: Operation): Fact[] {
  const parameters = (operation.parameters ?? []) as unknown as Parameter[];
  return [
    ['operation', operation.operationId!, ...allowed(operation.security ?? [])],
    ...parameters.flatMap(({ in: place, name, required, schema }): Fact[] => [
      ...schemaFacts(`${place} ${name}`, schema, true),
      ...(required === true ? [[`${place} ${name}`, MUST] as const] : []),
    ]),
    ...bodyFacts('body', operation.requestBody, true),
    ...Object.entries(operation.responses as Readonly<Record<string, Body>>)
      .filter(([status]) => status !== 'default')
      .flatMap(([status, response]) => [
        ...bodyFacts(status, response, false),
        ...Object.keys(response.headers ?? {})
          .filter((name) => name !== 'X-Request-Id')
          .map((name): Fact => [`${status} header`, name]),
      ]),
  ];
}

/** These headers are given, not demanded: the service sends the request. */
function eventFacts({ parameters = [], requestBody }: Operation): Fact[] {
  const headers = (parameters as unknown as Parameter[]).map(({ name }) => name);
  return [['header', ...headers], ...bodyFacts('body', requestBody, false)];
}

function allowed(security: readonly object[]): string[] {
  const schemes = security.length === 0 ? [{}] : security;
  return schemes.map((scheme) => `for-${Object.keys(scheme).join('+') || 'everybody'}`);
}

function bodyFacts(place: string, body: Body | undefined, isSent: boolean): Fact[] {
  return Object.entries(body?.content ?? {}).flatMap(([type, { schema = {}, examples = {} }]): Fact[] => {
    // Problems have an example for each code.
    if (type === 'application/problem+json') return [[place, ...Object.keys(examples)]];
    return [[`${place} ${type}`], ...schemaFacts(`${place} ${type}`, schema, isSent)];
  });
}

/** Without limits, which may be relaxed. `isSent`: in a request, where less may be demanded; in a response more may be given. */
function schemaFacts(at: string, schema: Schema, isSent: boolean): Fact[] {
  const variants = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
  const types = [schema.type ?? []].flat();
  const isNullable = types.includes('null') || variants.some(({ type }) => type === 'null');
  const inner = (name: string, one: Schema): Fact[] => schemaFacts(`${at}${name}`, one, isSent);
  return [
    [at || '(itself)', ...types.filter((type) => type !== 'null'), ...ownWords(schema, isSent)],
    ...(isNullable === isSent && at !== '' ? [[at, isSent ? 'or-null' : 'not-null'] as const] : []),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, one]): Fact[] => {
      const isRequired = schema.required?.includes(name) === true;
      return [...inner(`.${name}`, one), ...(isRequired ? [[`${at}.${name}`, isSent ? MUST : 'always'] as const] : [])];
    }),
    ...(schema.items === undefined ? [] : inner('[]', schema.items)),
    ...(typeof schema.additionalProperties === 'object' ? inner('{}', schema.additionalProperties) : []),
    ...variants.filter(({ type }) => type !== 'null').flatMap((one) => inner('', one)),
  ];
}

function ownWords(schema: Schema, isSent: boolean): string[] {
  const { enum: values = [] } = schema;
  const words = values.filter((value) => value !== null).map((value) => `=${String(value)}`);
  return [
    ...(schema.format === undefined ? [] : [schema.format]),
    ...(schema.$ref === undefined ? [] : [schema.$ref.split('/').at(-1)!]),
    ...('const' in schema ? [`=${String(schema.const)}`] : []),
    ...('default' in schema ? [defaultWord(schema.default)] : []),
    // Callers decide by a status what to do next, so that list is closed. Other lists may grow.
    ...(!isSent && values.includes('COMPLETED') ? [words.sort().join('')] : words),
  ];
}
