import type { ClientBase, PoolConfig } from 'pg';
import { DataSource } from 'typeorm';
import type { MigrationInterface } from 'typeorm';
import { Initial1795600000000 } from '../migrations/1795600000000-initial.js';
import { DoubtedNumbers1796000000010 } from '../migrations/1796000000010-doubted-numbers.js';
import { ApiKeyEntity } from './access/api-keys/api-key.entity.js';
import { MonthlyAccountEntity, RemovedOrderEntity } from './accounting/removal/removal.service.js';
import { AuditCutEntity, AuditLogEntity } from './audit/audit.entity.js';
import { CallbackReceiptEntity } from './callbacks/callback-receipts.service.js';
import { OrderNoteEntity } from './operator/notes/notes.service.js';
import { ServiceKeyEntity } from './platform/crypto/service-key.repository.js';
import { SET_KEEPALIVE, SET_SESSION } from './platform/database/session.js';
import {
  MismatchEntity,
  OrderEventEntity,
  OrderEntity,
  TradeEntity,
  ScheduleEntity,
} from './orders/storage/order.entity.js';
import { PauseEntity } from './pauses/pauses.service.js';
import { DatabaseEpochEntity, DoubtedNumberEntity } from './orders/storage/epoch.repository.js';
import { OutboxEntity, OutboxHeadEntity } from './orders/storage/outbox-columns.js';
import { ErasureEntity } from './privacy/erasure.entity.js';
import {
  WebhookAttemptEntity,
  WebhookDeliveryEntity,
  WebhookEndpointEntity,
} from './webhooks/storage/webhook.entity.js';
import { ReconciliationRunEntity } from './reconciliation/runs.service.js';
import { CallBudgetEntity } from './ramp/rate/call-slots.repository.js';

/** In the order in which they run. */
export const MIGRATIONS: readonly MigrationInterface[] = [
  new Initial1795600000000(),
  new DoubtedNumbers1796000000010(),
];

/**
 * An unconnected data source for `url`. Only migrations create the schema; the entities describe it, and a check
 * compares the two. `pool`: overrides of the service's pool options.
 */
export function createDataSource(url: string, pool: PoolConfig = {}): DataSource {
  return new DataSource({
    type: 'postgres',
    url,
    applicationName: 'ramp-checkout',
    entities: [
      OrderEntity,
      TradeEntity,
      ScheduleEntity,
      OrderEventEntity,
      MismatchEntity,
      OrderNoteEntity,
      OutboxEntity,
      OutboxHeadEntity,
      DatabaseEpochEntity,
      DoubtedNumberEntity,
      PauseEntity,
      WebhookEndpointEntity,
      WebhookDeliveryEntity,
      WebhookAttemptEntity,
      CallbackReceiptEntity,
      ReconciliationRunEntity,
      ServiceKeyEntity,
      CallBudgetEntity,
      ErasureEntity,
      RemovedOrderEntity,
      MonthlyAccountEntity,
      AuditLogEntity,
      AuditCutEntity,
      ApiKeyEntity,
    ],
    migrations: MIGRATIONS.map((migration) => migration.constructor),
    migrationsTableName: 'migrations',
    migrationsTransactionMode: 'each',
    synchronize: false,
    logging: false,
    poolErrorHandler: () => {
      // An idle connection broke: the pool drops it, and the next query reports the error.
    },
    extra: {
      max: 20,
      connectionTimeoutMillis: 3000,
      idleTimeoutMillis: 30_000,
      keepAlive: true,
      pipeline: true,
      statement_timeout: 10_000,
      // The server's own limit is shorter; this one is for a server that no longer answers.
      query_timeout: 12_000,
      // A connection that breaks fails its query. Without a listener the event would also end the process.
      onConnect: (client: ClientBase) => client.on('error', () => undefined).query(`${SET_SESSION}; ${SET_KEEPALIVE}`),
      ...pool,
    },
  });
}
