import { ORDER_EVENTS } from '../../orders/model/announcement.types.js';
import { ORDER_REFERENCE } from './order-schema.js';

const reference = (name: string): { $ref: string } => ({ $ref: `#/components/schemas/${name}` });

export const eventSchemaName = (type: string): string =>
  `${type.replaceAll(/(?:^|[._])([a-z])/g, (_, letter: string) => letter.toUpperCase())}Event`;

/** The schema of an event in webhooks and in the feed. `about`: the schema of its subject. */
export function eventSchema(type: string, about: object, description: string): object {
  return {
    type: 'object',
    description: `\`${type}\``,
    required: ['id', 'type', 'timestamp', 'data'],
    properties: {
      id: {
        type: 'string',
        format: 'uuid',
        description: 'Id of the event, the same in every delivery.',
        example: '6f1d3c1e-8c1f-4c53-9f0e-2d0d6f1b7a10',
      },
      type: { type: 'string', enum: [type], description: 'The event type.', example: type },
      timestamp: {
        type: 'string',
        format: 'date-time',
        description: 'The time of the event.',
        example: '2026-01-31T12:00:00.000Z',
      },
      data: { allOf: [about], description },
    },
  };
}

const ORDER_DESCRIPTION =
  'The order at the time of sending, without its page: several events may carry the same `version`.';

const orderOf = (type: string): object =>
  type.startsWith('order.')
    ? reference('BuyOrder')
    : type.startsWith('sell_order.')
      ? reference('SellOrder')
      : ORDER_REFERENCE;

export const EVENT_SCHEMAS: Readonly<Record<string, object>> = {
  ...Object.fromEntries(
    ORDER_EVENTS.map((type) => [eventSchemaName(type), eventSchema(type, orderOf(type), ORDER_DESCRIPTION)]),
  ),
  OrderEvent: {
    description:
      'An event of an order. `type` names it; decide on delivery by `data`. Later versions may have more types.',
    oneOf: ORDER_EVENTS.map((type) => reference(eventSchemaName(type))),
    discriminator: {
      propertyName: 'type',
      mapping: Object.fromEntries(ORDER_EVENTS.map((type) => [type, reference(eventSchemaName(type)).$ref])),
    },
  },
};
