import { ValidationPipe } from '@nestjs/common';
import type { ArgumentMetadata } from '@nestjs/common';
import { Problem, PROBLEM_TEXTS, wrongFields } from '../../problems/problem.js';
import type { FieldError } from '../../problems/problem.js';
import { withDeepObjects } from './deep-objects.js';
import { fieldErrors } from '../problems/field-errors.js';

/**
 * Validates bodies and queries against their DTO: refuses unknown fields, and names every wrong field in
 * `invalid_request`. A missing body counts as `{}`, so that the response lists the missing fields.
 */
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

/** Names of inherited properties: a DTO would treat them as known fields and not refuse them. */
const isInherited = (name: string): boolean => name in Object.prototype || name === 'prototype';
/** Postgres text cannot hold NUL, and an unpaired surrogate is no character: both would fail much later. */
const UNSTORABLE = /\0|\p{Surrogate}/u;

/**
 * Faults that no single rule should have to consider: names that reach for the prototype, and texts that cannot be
 * stored.
 */
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
