import { ValidationPipe } from '@nestjs/common';
import type { ArgumentMetadata } from '@nestjs/common';
import { Problem, PROBLEM_TEXTS, wrongFields } from '../../shared/problem.js';
import type { FieldError } from '../../shared/problem.js';
import { withDeepObjects } from './deep-objects.js';
import { fieldErrors } from '../problems/field-errors.js';

/**
 * Checks bodies and queries against their DTO: unknown fields are refused, and `invalid_request` names every field that
 * is wrong. A request without a body counts as `{}`, so that the answer says which fields are missing.
 */
export class RequestValidation extends ValidationPipe {
  constructor() {
    super({
      transform: true,
      whitelist: true,
      forbidNonWhitelisted: true,
      forbidUnknownValues: true,
      // The rule that stands nearest to the field is checked first; later ones would complain about the same thing.
      stopAtFirstError: true,
      exceptionFactory: (errors) => invalid(fieldErrors(errors)),
    });
  }

  override async transform(given: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    const isQuery = metadata.type === 'query' && typeof given === 'object' && given !== null;
    const value = isQuery ? withDeepObjects(given as Record<string, unknown>) : given;
    // Raw bytes (callbacks) are not ours to judge.
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

/** A field of ours has such a name; any other text would only be given back to whoever sent it. */
const NAME = /^[\w.$-]{1,100}$/;

function invalid(errors: readonly FieldError[]): Problem {
  return wrongFields(errors.map(({ field, message }) => ({ field: named(field), message })));
}

const named = (field: string): string => (NAME.test(field) ? field : '(a field of another name)');

/** What all objects have by these names; a DTO would take them for its own, and say nothing of a field that is not known. */
const isInherited = (name: string): boolean => name in Object.prototype || name === 'prototype';
/** Postgres text cannot hold NUL, and half of a surrogate pair is no character: both fail much later otherwise. */
const UNSTORABLE = /\0|\p{Surrogate}/u;

/** Fields that no rule of a single endpoint has to think of: names that reach for the prototype, texts that cannot be stored. */
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
