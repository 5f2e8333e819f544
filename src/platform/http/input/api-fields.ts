import { ApiHeader, ApiProperty, ApiParam } from '@nestjs/swagger';
import type { OpenAPIObject } from '@nestjs/swagger';

// Schemas of forms that many fields share. The description comes from the field's comment.

/** An amount as decimal text; a JSON number would lose digits. */
export const ApiDecimal = (example: string): PropertyDecorator =>
  ApiProperty({ type: String, format: 'decimal', example });

export const ApiMoment = (example = '2026-01-31T12:00:00.000Z'): PropertyDecorator =>
  ApiProperty({ type: String, format: 'date-time', example });

export const ApiUrl = (example: string): PropertyDecorator => ApiProperty({ type: String, format: 'uri', example });

export const ApiCount = (example: number, minimum = 0): PropertyDecorator =>
  ApiProperty({ type: 'integer', minimum, example });

export const ApiOneOf = (words: readonly string[], example = words[0]): PropertyDecorator =>
  ApiProperty({ type: String, enum: [...words], ...(example === undefined ? {} : { example }) });

/** A constant that identifies the variant. */
export const ApiConst = (word: string): PropertyDecorator => ApiProperty({ type: String, enum: [word], example: word });

/** The TypeScript type determines the schema. */
export const ApiExample = (example: string | number | boolean | null): PropertyDecorator => ApiProperty({ example });

export const ApiFiat = (example = 'USD'): PropertyDecorator =>
  ApiProperty({ type: String, pattern: '^[A-Z]{3}$', example });

export const ApiCountry = (example = 'US'): PropertyDecorator =>
  ApiProperty({ type: String, pattern: '^[A-Z]{2}$', example });

export const ApiMemo = (): PropertyDecorator =>
  ApiProperty({ type: String, pattern: '^([!-~]([ -~]*[!-~])?)?$', maxLength: 128, example: '104857600' });

export const ApiName = (example: string, maxLength = 64): PropertyDecorator =>
  ApiProperty({ type: String, pattern: '^[!-~]+$', minLength: 1, maxLength, example });

export const ApiOrderNumber = (): MethodDecorator =>
  ApiParam({
    name: 'merchantOrderNo',
    description: 'The order\u2019s number.',
    schema: { type: 'string', minLength: 1, maxLength: 44, example: 'A-1001' },
  });

export const ApiId = (of: string): MethodDecorator =>
  ApiParam({
    name: 'id',
    description: `The id of ${of}.`,
    schema: { type: 'string', format: 'uuid', example: '6f1d3c1e-8c1f-4c53-9f0e-2d0d6f1b7a10' },
  });

type Components = NonNullable<OpenAPIObject['components']>;
type ResponseHeader = NonNullable<Components['headers']>[string];

const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736';

const TAG = 'W/"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"';

export const HEADERS = {
  RequestId: {
    description: 'Identifies the request in the logs; the `traceId` of a problem.',
    schema: { type: 'string', pattern: '^[0-9a-f]{32}$' },
    example: TRACE_ID,
  },
  RetryAfter: {
    description: 'Seconds until a retry may succeed.',
    schema: { type: 'integer', minimum: 0 },
    example: 2,
  },
  OrderLocation: {
    description: 'The URL of the order.',
    schema: { type: 'string', format: 'uri-reference' },
    example: '/v1/orders/A-1001',
  },
  EntityTag: {
    description: 'The version of the content, for `If-None-Match`.',
    schema: { type: 'string' },
    example: TAG,
  },
} as const satisfies Record<string, ResponseHeader>;

export const ApiIfNoneMatch = (): MethodDecorator =>
  ApiHeader({
    name: 'If-None-Match',
    required: false,
    description: 'The `ETag` of the content that you have.',
    schema: { type: 'string', example: TAG },
  });

export const headerRef = (name: keyof typeof HEADERS): ResponseHeader => ({ $ref: `#/components/headers/${name}` });

export const RETRY_AFTER = { 'Retry-After': headerRef('RetryAfter') };
export const ENTITY_TAG = { ETag: headerRef('EntityTag') };
export const ORDER_LOCATION = { Location: headerRef('OrderLocation') };
