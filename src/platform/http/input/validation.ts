import { ValidationPipe } from '@nestjs/common';
import type { ArgumentMetadata, Type } from '@nestjs/common';
import { getMetadataStorage } from 'class-validator';
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
    if (metadata.data !== undefined || value === undefined) return super.transform(value, metadata);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      throw new Problem('invalid_request', PROBLEM_TEXTS.bodyNotObject);
    }
    return this.#checked(value, metadata);
  }

  /** Unknown fields never reach class-transformer: its work grows with the square of the number of names. */
  async #checked(value: object, metadata: ArgumentMetadata): Promise<unknown> {
    const known = knownFields(metadata.metatype ?? Object);
    const unknown = Object.keys(value).filter((name) => !known.has(name));
    if (unknown.length === 0) return super.transform(value, metadata);
    const rest = Object.fromEntries(Object.entries(value).filter(([name]) => known.has(name)));
    const faults = await super.transform(rest, metadata).then(
      () => [],
      (error: unknown) => (error instanceof Problem ? (error.extras.errors ?? []) : Promise.reject(error as Error)),
    );
    throw invalid([...unknown.map((field) => ({ field, message: UNKNOWN })), ...faults]);
  }
}

const UNKNOWN = 'is not a known field';

const knownOf = new WeakMap<Type, ReadonlySet<string>>();

/** The fields of a DTO that have a rule. */
function knownFields(dto: Type): ReadonlySet<string> {
  let known = knownOf.get(dto);
  if (known === undefined) {
    const rules = getMetadataStorage().getTargetValidationMetadatas(dto, '', false, false);
    knownOf.set(dto, (known = new Set(rules.map(({ propertyName }) => propertyName))));
  }
  return known;
}

/** A body may have many more wrong fields than anybody reads. */
const MOST_ERRORS = 50;

/** A field of ours has such a name; any other text would only be given back to whoever sent it. */
const NAME = /^[\w.$-]{1,100}$/;

function invalid(errors: readonly FieldError[]): Problem {
  return wrongFields(errors.slice(0, MOST_ERRORS).map(({ field, message }) => ({ field: named(field), message })));
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
    if (isInherited(name)) return [{ field, message: UNKNOWN }];
    return unsafeFields(item, field);
  });
}
