import { ValidationPipe } from '@nestjs/common';
import type { ArgumentMetadata, ValidationError } from '@nestjs/common';
import { Problem, PROBLEM_TEXTS, wrongFields } from '../../problems/problem.js';
import type { FieldError } from '../../problems/problem-row.js';

/** Refuses unknown fields and names every wrong one. A missing body counts as `{}`, so that all are listed. */
export class RequestValidation extends ValidationPipe {
  constructor() {
    super({
      transform: true,
      whitelist: true,
      forbidNonWhitelisted: true,
      forbidUnknownValues: true,
      // Decorators nearest to the field run first; later ones would repeat the complaint.
      stopAtFirstError: true,
      exceptionFactory: (errors) => invalid(fieldErrors(errors)),
    });
  }

  override async transform(given: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    const isQuery = metadata.type === 'query' && typeof given === 'object' && given !== null;
    const value = isQuery ? withDeepObjects(given as Record<string, unknown>) : given;
    // Raw bytes (callbacks) are not validated.
    if (metadata.type === 'custom' || Buffer.isBuffer(value)) return value;
    const unsafe = unsafeFields(value, metadata.data ?? '');
    if (unsafe.length > 0) throw invalid(unsafe);
    if (metadata.type !== 'body' || metadata.data !== undefined) return super.transform(value, metadata);
    if (value !== undefined && (typeof value !== 'object' || value === null || Array.isArray(value))) {
      throw new Problem('invalid_request', PROBLEM_TEXTS.bodyNotObject);
    }
    return super.transform(value, metadata);
  }
}

/** Possible field names of ours; other names would only be echoed to the sender. */
const NAME = /^[\w.$-]{1,100}$/;

function invalid(errors: readonly FieldError[]): Problem {
  return wrongFields(errors.map(({ field, message }) => ({ field: named(field), message })));
}

const named = (field: string): string => (NAME.test(field) ? field : '(a field of another name)');

/** A DTO would treat these as known fields. */
const isInherited = (name: string): boolean => name in Object.prototype || name === 'prototype';
/** Postgres text cannot hold NUL, and an unpaired surrogate is no character: both would fail much later. */
const UNSTORABLE = /\0|\p{Surrogate}/u;

/** Faults that no single rule should have to consider. */
function unsafeFields(value: unknown, path = ''): FieldError[] {
  if (typeof value === 'string') {
    return UNSTORABLE.test(value) ? [{ field: path, message: 'contains a character that is not allowed' }] : [];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, item]) => {
    const field = path === '' ? name : `${path}.${name}`;
    if (isInherited(name)) return [{ field, message: 'is not a known field' }];
    return unsafeFields(item, field);
  });
}

const DEEP = /^([A-Za-z]\w*)\[([^[\]]*)\]$/;

/** `metadata[cart]=8841` becomes an object (OpenAPI's `deepObject`), unless there is a parameter `metadata` too. */
export function withDeepObjects(query: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const deep = new Map<string, [string, unknown][]>();
  const plain: [string, unknown][] = [];
  for (const [parameter, value] of Object.entries(query)) {
    const [, name, member] = DEEP.exec(parameter) ?? [];
    if (name === undefined || member === undefined || name in query) plain.push([parameter, value]);
    else deep.set(name, [...(deep.get(name) ?? []), [member, value]]);
  }
  // fromEntries makes even `__proto__` an own member, which the check of names then finds.
  const objects = [...deep].map(([name, members]): [string, unknown] => [name, Object.fromEntries(members)]);
  return Object.fromEntries<unknown>([...plain, ...objects]);
}

/** One entry per wrong field, named by its path: `quote.tolerancePercent`. */
function fieldErrors(errors: readonly ValidationError[], parent = ''): FieldError[] {
  return errors.flatMap((error) => {
    const field = parent === '' ? error.property : `${parent}.${error.property}`;
    const own = Object.entries(error.constraints ?? {}).map(([rule, message]) =>
      wording(rule, message, error.property),
    );
    return [
      ...(own.length === 0 ? [] : [{ field, message: [...new Set(own)].join('; ') }]),
      ...fieldErrors(error.children ?? [], field),
    ];
  });
}

/** Removes the field's name, with which the library begins its messages. */
function wording(rule: string, message: string, property: string): string {
  if (rule === 'whitelistValidation') return 'is not a known field';
  if (rule === 'nestedValidation') return 'must be an object';
  return message.startsWith(`${property} `) ? message.slice(property.length + 1) : message;
}
