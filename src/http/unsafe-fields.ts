import type { FieldError } from '../shared/problem.js';

/** No request of ours is deeper than three. */
const MAX_DEPTH = 16;
/** What all objects have by these names; a DTO would take them for its own, and say nothing of a field that is not known. */
const isInherited = (name: string): boolean => name in Object.prototype || name === 'prototype';
/** Postgres text cannot hold NUL, and half of a surrogate pair is no character: both fail much later otherwise. */
const UNSTORABLE = /\0|\p{Surrogate}/u;

/** Fields that no rule of a single endpoint has to think of: names that reach for the prototype, texts that cannot be stored. */
export function unsafeFields(value: unknown, path = '', depth = 0): FieldError[] {
  if (typeof value === 'string') {
    return UNSTORABLE.test(value) ? [{ field: path, message: 'holds a character that is not allowed' }] : [];
  }
  if (typeof value !== 'object' || value === null) return [];
  if (depth >= MAX_DEPTH) return [{ field: path.split('.')[0] ?? path, message: 'is nested too deeply' }];
  return Object.entries(value).flatMap(([name, item]) => {
    const field = path === '' ? name : `${path}.${name}`;
    if (isInherited(name)) return [{ field, message: 'is not a known field' }];
    return unsafeFields(item, field, depth + 1);
  });
}
