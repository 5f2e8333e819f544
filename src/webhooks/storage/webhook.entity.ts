import type { Columns } from '../../platform/database/columns.js';
import { entity, refersTo } from '../../platform/database/entity-table.js';
import type { AttemptRow, DeliveryRow, EndpointRow } from '../webhook.types.js';

export const ENDPOINT_COLUMNS: Columns<EndpointRow> = {
  id: 'uuid',
  url: 'text',
  events: 'text[]',
  description: 'text?',
  disabledReason: 'text?',
  position: 'bigint',
  secret: 'bytea',
  secretKeyId: 'text',
  failures: 'integer = 0',
  failingSince: 'timestamptz?',
  createdAt: 'timestamptz',
  createdBy: 'text',
};

export const DELIVERY_COLUMNS: Columns<DeliveryRow> = {
  id: 'uuid',
  endpointId: 'uuid',
  messageId: 'uuid',
  event: 'text',
  state: 'text',
  createdAt: 'timestamptz',
  nextAt: 'timestamptz?',
  plannedAt: 'timestamptz',
  leaseId: 'uuid?',
  leaseUntil: 'timestamptz?',
  attempts: 'integer = 0',
};

export const ATTEMPT_COLUMNS: Columns<AttemptRow> = {
  deliveryId: 'uuid',
  n: 'integer',
  at: 'timestamptz',
  durationMs: 'integer',
  status: 'smallint?',
  error: 'text?',
  answer: 'text?',
};

const goesWith = (name: string, target: string, column: string) => ({
  ...refersTo(name, target, column),
  referencedColumnNames: ['id'],
  onDelete: 'CASCADE' as const,
});

export const WebhookEndpointEntity = entity('webhook_endpoints', ENDPOINT_COLUMNS, ['id'], {});

export const WebhookDeliveryEntity = entity('webhook_deliveries', DELIVERY_COLUMNS, ['id'], {
  checks: [
    { name: 'webhook_deliveries_pending', expression: `(state = 'pending') = (next_at IS NOT NULL)` },
    { name: 'webhook_deliveries_lease', expression: '(lease_id IS NULL) = (lease_until IS NULL)' },
  ],
  foreignKeys: [
    goesWith('webhook_deliveries_endpoint_fkey', 'webhook_endpoints', 'endpointId'),
    goesWith('webhook_deliveries_message_fkey', 'outbox', 'messageId'),
  ],
  indices: [
    { name: 'webhook_deliveries_due', columns: ['endpointId', 'nextAt'], where: 'next_at IS NOT NULL' },
    { name: 'webhook_deliveries_planned', columns: ['plannedAt'], where: 'next_at IS NOT NULL' },
    { name: 'webhook_deliveries_newest', columns: ['createdAt', 'id'] },
    { name: 'webhook_deliveries_endpoint', columns: ['endpointId', 'createdAt', 'id'] },
    { name: 'webhook_deliveries_event', columns: ['event', 'createdAt', 'id'] },
    { name: 'webhook_deliveries_undelivered', columns: ['createdAt', 'id'], where: `state <> 'delivered'` },
    { name: 'webhook_deliveries_message', columns: ['messageId'] },
  ],
});

export const WebhookAttemptEntity = entity('webhook_attempts', ATTEMPT_COLUMNS, ['deliveryId', 'n'], {
  foreignKeys: [goesWith('webhook_attempts_delivery_fkey', 'webhook_deliveries', 'deliveryId')],
});
