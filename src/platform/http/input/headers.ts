import type { OpenAPIObject } from '@nestjs/swagger';

type Components = NonNullable<OpenAPIObject['components']>;
type Header = NonNullable<Components['headers']>[string];

const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736';

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
} as const satisfies Record<string, Header>;

export const headerRef = (name: keyof typeof HEADERS): Header => ({ $ref: `#/components/headers/${name}` });

/** Headers of operations: when to retry, and the order's URL. */
export const RETRY_AFTER = { 'Retry-After': headerRef('RetryAfter') };
export const ORDER_LOCATION = { Location: headerRef('OrderLocation') };
