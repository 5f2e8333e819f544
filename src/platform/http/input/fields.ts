import { ApiProperty } from '@nestjs/swagger';

/*
 * Schemas of forms that many fields share. The description comes from the field's comment; the build reads from its
 * TypeScript type whether it is nullable or optional.
 */

/** An amount as decimal text; a JSON number would lose digits. */
export const ApiDecimal = (example: string): PropertyDecorator =>
  ApiProperty({ type: String, format: 'decimal', example });

/** A moment, RFC 3339 in UTC with milliseconds. */
export const ApiMoment = (example = '2026-01-31T12:00:00.000Z'): PropertyDecorator =>
  ApiProperty({ type: String, format: 'date-time', example });

export const ApiUrl = (example: string): PropertyDecorator => ApiProperty({ type: String, format: 'uri', example });

export const ApiCount = (example: number, minimum = 0): PropertyDecorator =>
  ApiProperty({ type: 'integer', minimum, example });

export const ApiOneOf = (words: readonly string[], example = words[0]): PropertyDecorator =>
  ApiProperty({ type: String, enum: [...words], ...(example === undefined ? {} : { example }) });

/** A constant that identifies the variant. */
export const ApiConst = (word: string): PropertyDecorator => ApiProperty({ type: String, enum: [word], example: word });

/** A field whose TypeScript type determines its schema. */
export const ApiExample = (example: string | number | boolean | null): PropertyDecorator => ApiProperty({ example });

export const ApiFiat = (example = 'USD'): PropertyDecorator =>
  ApiProperty({ type: String, pattern: '^[A-Z]{3}$', example });

export const ApiCountry = (example = 'US'): PropertyDecorator =>
  ApiProperty({ type: String, pattern: '^[A-Z]{2}$', example });

export const ApiMemo = (): PropertyDecorator =>
  ApiProperty({ type: String, pattern: '^([!-~]([ -~]*[!-~])?)?$', maxLength: 128, example: '104857600' });

export const ApiName = (example: string, maxLength = 64): PropertyDecorator =>
  ApiProperty({ type: String, pattern: '^[!-~]+$', minLength: 1, maxLength, example });
