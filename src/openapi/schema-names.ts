import { isObject, mapValues } from './json-schema.js';

const PREFIX = '#/components/schemas/';
const SUFFIX = /Dto$/;

/** Drops the suffix: `QuoteDto` becomes `Quote`. Throws when two schemas would share a name. */
export function plainNames<Document extends { components?: { schemas?: object } }>(document: Document): Document {
  const names = Object.keys(document.components?.schemas ?? {});
  const plain = names.map((name) => name.replace(SUFFIX, ''));
  const twice = plain.filter((name, at) => plain.indexOf(name) !== at);
  if (twice.length > 0) throw new Error(`two schemas would be called ${twice.join(', ')}`);
  return renamed(document) as Document;
}

function renamed(node: unknown): unknown {
  if (typeof node === 'string') return node.startsWith(PREFIX) ? node.replace(SUFFIX, '') : node;
  if (Array.isArray(node)) return node.map(renamed);
  if (!isObject(node)) return node;
  const entries = Object.entries(node).map(([key, value]) => {
    if (key !== 'schemas' || !isObject(value)) return [key, renamed(value)];
    return [
      key,
      Object.fromEntries(Object.entries(mapValues(value, renamed)).map(([n, s]) => [n.replace(SUFFIX, ''), s])),
    ];
  });
  return Object.fromEntries(entries);
}
