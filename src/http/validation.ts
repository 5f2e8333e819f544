import { ValidationPipe } from '@nestjs/common';
import type { ArgumentMetadata } from '@nestjs/common';
import { Problem } from '../shared/problem.js';
import type { FieldError } from '../shared/problem.js';
import { fieldErrors } from './field-errors.js';
import { unsafeFields } from './unsafe-fields.js';

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

  override async transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    // Raw bytes (callbacks) are not ours to judge.
    if (metadata.type === 'custom' || Buffer.isBuffer(value)) return value;
    const unsafe = unsafeFields(value, metadata.data ?? '');
    if (unsafe.length > 0) throw invalid(unsafe);
    if (metadata.type !== 'body' || metadata.data !== undefined) return super.transform(value, metadata);
    if (value !== undefined && (typeof value !== 'object' || value === null || Array.isArray(value))) {
      throw new Problem('invalid_request', 'The body is not a JSON object.');
    }
    return super.transform(value, metadata);
  }
}

function invalid(errors: readonly FieldError[]): Problem {
  const names = [...new Set(errors.map(({ field }) => field))].slice(0, 20);
  return new Problem('invalid_request', `Please correct: ${names.join(', ')}.`, { errors });
}
