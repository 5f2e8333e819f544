import { operationsOf } from './document.js';
import type { ApiDocument, Operation } from './document.js';

type Node = Readonly<Record<string, unknown>>;

export function gapsOf(document: ApiDocument): string[] {
  const tags = new Set(document.tags.map(({ name }) => name));
  const operations = operationsOf(document);
  return [
    ...document.tags.flatMap((tag) => missing(`tag ${tag.name}`, tag, 'description')),
    ...operations.flatMap(({ route, operation }) => gapsOfOperation(route, operation, tags)),
    ...twice(operations.map(({ operation }) => operation.operationId ?? '')).map((id) => `two operations are ${id}`),
    ...Object.entries(document.components['schemas'] ?? {}).flatMap(([name, schema]) => gapsOfSchema(name, schema)),
    ...Object.entries(document.components['headers'] ?? {}).flatMap(([name, header]) =>
      missing(`header ${name}`, header, 'description', 'example'),
    ),
    ...remains('', document),
  ];
}

function gapsOfOperation(route: string, operation: Operation, tags: ReadonlySet<string>): string[] {
  const { responses, parameters = [], requestBody } = operation;
  const named = operation.tags ?? [];
  return [
    ...missing(route, operation, 'operationId', 'summary', 'description', 'security'),
    ...(named.length > 0 && named.every((tag) => tags.has(tag)) ? [] : [`${route}: a tag that is described`]),
    ...(Object.keys(responses).some((status) => /^4\d\d$/.test(status)) ? [] : [`${route}: a 4xx response`]),
    ...('default' in responses ? [] : [`${route}: a default response`]),
    ...parameters.flatMap((one) => missing(`${route} ${String(one['name'])}`, one, 'description', 'example', 'schema')),
    ...Object.entries(responses).flatMap(([status, response]) => [
      ...missing(`${route} ${status}`, response, 'description'),
      ...gapsOfContent(`${route} ${status}`, response),
    ]),
    ...(requestBody === undefined ? [] : gapsOfContent(`${route} body`, requestBody)),
  ];
}

function gapsOfContent(place: string, { content }: Node): string[] {
  const media = Object.entries((content ?? {}) as Readonly<Record<string, Node>>);
  return media.flatMap(([type, one]) => {
    const where = `${place} ${type}`;
    if (one['schema'] === undefined) return [`${where}: schema`];
    const examples = type === 'application/problem+json' ? missing(where, one, 'examples') : [];
    return [...examples, ...gapsOfSchema(where, one['schema'] as Node)];
  });
}

function gapsOfSchema(place: string, schema: Node): string[] {
  const properties = Object.entries((schema['properties'] ?? {}) as Readonly<Record<string, Node>>);
  const inner = [schema['items'], schema['additionalProperties']].filter(isNode);
  return [
    ...properties.flatMap(([name, property]) => [
      ...gapsOfProperty(`${place}.${name}`, property),
      ...gapsOfSchema(`${place}.${name}`, property),
    ]),
    ...inner.flatMap((one) => gapsOfSchema(place, one)),
  ];
}

function gapsOfProperty(place: string, property: Node): string[] {
  const examples = isMadeOfOthers(property) ? [] : missing(place, property, 'examples');
  const isMoment = /(?:At|Until)$/.test(place) && property['format'] !== 'date-time' && !isAlwaysNull(property);
  return [...missing(place, property, 'description'), ...examples, ...(isMoment ? [`${place}: format`] : [])];
}

/** Objects and lists of objects have their examples inside. */
function isMadeOfOthers(property: Node): boolean {
  const parts = [property, property['items'], ...((property['anyOf'] ?? []) as unknown[])].filter(isNode);
  return parts.some((one) => '$ref' in one || 'properties' in one || isMadeOfOthersWithin(one));
}

const isMadeOfOthersWithin = ({ items }: Node): boolean => isNode(items) && 'properties' in items;

const isAlwaysNull = ({ examples }: Node): boolean => Array.isArray(examples) && examples[0] === null;

/** Leftovers of OpenAPI 3.0, and internal class names. */
function remains(place: string, node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap((one, at) => remains(`${place}/${at}`, one));
  if (!isNode(node)) return [];
  return Object.entries(node).flatMap(([key, value]) => {
    if (/^examples?$/.test(key)) return [];
    const here = `${place}/${key}`;
    const isOld = (key === 'nullable' && !place.endsWith('/properties')) || /Dto$/.test(key);
    return [...(isOld ? [here] : []), ...remains(here, value)];
  });
}

function missing(place: string, node: Node, ...names: readonly string[]): string[] {
  return names.filter((name) => node[name] === undefined || node[name] === '').map((name) => `${place}: ${name}`);
}

const twice = (names: readonly string[]): string[] => names.filter((name, at) => names.indexOf(name) !== at);

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value);
