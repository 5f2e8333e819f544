import { DISABLED_EVENT, TEST_EVENT } from '../webhook.types.js';
import { eventSchema, eventSchemaName } from '../../reading/api/event-schema.js';
import { DISABLED_REASONS, WEBHOOK_EVENTS } from '../webhook.types.js';

const ENDPOINT_ID = {
  endpointId: {
    type: 'string',
    format: 'uuid',
    description: 'The endpoint.',
    example: '6f1d3c1e-8c1f-4c53-9f0e-2d0d6f1b7a10',
  },
};
const ENDPOINT = {
  type: 'object',
  required: ['endpointId', 'url', 'reason'],
  properties: {
    ...ENDPOINT_ID,
    url: { type: 'string', format: 'uri', description: 'Its address.', example: 'https://shop.example/webhooks/ramp' },
    reason: {
      type: 'string',
      enum: [...DISABLED_REASONS],
      description: 'The reason for being disabled.',
      example: 'failing',
    },
  },
};
const TESTED = { type: 'object', required: ['endpointId'], properties: ENDPOINT_ID };

/** Schemas of the events that are about no order. */
export const ENDPOINT_EVENT_SCHEMAS: Readonly<Record<string, object>> = {
  [eventSchemaName(DISABLED_EVENT)]: eventSchema(DISABLED_EVENT, ENDPOINT, 'The endpoint that is told nothing more.'),
  [eventSchemaName(TEST_EVENT)]: eventSchema(TEST_EVENT, TESTED, 'The endpoint that is tested.'),
};

const header = (name: string, description: string, example: string): object => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
  example,
});

const HEADERS = [
  header(
    'webhook-id',
    'The `id` of the event: the same each time that it is sent.',
    '6f1d3c1e-8c1f-4c53-9f0e-2d0d6f1b7a10',
  ),
  header('webhook-timestamp', 'When this was sent, in seconds since 1970.', '1769860800'),
  header(
    'webhook-signature',
    'Signatures by Standard Webhooks, with blanks between: `v1` (HMAC-SHA-256) or `v1a` (Ed25519).',
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  ),
];

/** The `webhooks` section of the OpenAPI 3.1 document. */
export const outgoingWebhooks = (): Record<string, object> =>
  Object.fromEntries(
    [...WEBHOOK_EVENTS, TEST_EVENT].map((type) => [
      type,
      {
        post: {
          operationId: `webhook_${type.replaceAll('.', '_')}`,
          summary: `\`${type}\``,
          description: 'Sent to the endpoints that ask for it, until one answers with success.',
          security: [],
          parameters: HEADERS,
          requestBody: {
            required: true,
            content: { 'application/json': { schema: { $ref: `#/components/schemas/${eventSchemaName(type)}` } } },
          },
          responses: { '2XX': { description: 'The message is accepted and not sent again.' } },
        },
      },
    ]),
  );
