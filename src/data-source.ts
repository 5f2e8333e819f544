import type { PoolConfig } from 'pg';
import { DataSource } from 'typeorm';
import { Initial1795228800000 } from '../migrations/1795228800000-initial.js';
import { OrderSafety1795320000000 } from '../migrations/1795320000000-order-safety.js';
import { OrderSafetyIndexes1795320060000 } from '../migrations/1795320060000-order-safety-indexes.js';
import { CustomerEmail1795410000000 } from '../migrations/1795410000000-customer-email.js';
import { CallbackVerdicts1795420000000 } from '../migrations/1795420000000-callback-verdicts.js';
import { CallbackVerdictsOnce1795420060000 } from '../migrations/1795420060000-callback-verdicts-once.js';
import { SellOrders1795430000000 } from '../migrations/1795430000000-sell-orders.js';
import { SellOrdersChecks1795430060000 } from '../migrations/1795430060000-sell-orders-checks.js';
import { PriceGuard1795440000000 } from '../migrations/1795440000000-price-guard.js';
import { AuditLog1795510000000 } from '../migrations/1795510000000-audit-log.js';
import { ApiKeys1795520000000 } from '../migrations/1795520000000-api-keys.js';
import { ApiKeyEntity } from './access/api-keys/api-key.entity.js';
import { DeskLists1795550000000 } from '../migrations/1795550000000-desk-lists.js';
import { OrderSearch1795540000000 } from '../migrations/1795540000000-order-search.js';
import { RateLimits1795530000000 } from '../migrations/1795530000000-rate-limits.js';
import { UnderstoodAnswers1795563000000 } from '../migrations/1795563000000-understood-answers.js';
import { WatchQueues1795570000000 } from '../migrations/1795570000000-watch-queues.js';
import { RampNumberOfSide1795580000000 } from '../migrations/1795580000000-ramp-number-of-side.js';
import { RampCreatedAt1795581000000 } from '../migrations/1795581000000-ramp-created-at.js';
import { AuditLogEntity } from './audit/audit-log.entity.js';
import { CallbackReceiptEntity } from './callbacks/callback-receipt.entity.js';
import { ServiceKeyEntity } from './platform/crypto/service-key.entity.js';
import { RateLimitEntity } from './platform/limits/rate-limit.entity.js';
import { MismatchEntity } from './orders/storage/mismatch.entity.js';
import { OrderEventEntity } from './orders/storage/order-event.entity.js';
import { OrderEntity } from './orders/storage/order.entity.js';
import { OutboxEntity } from './orders/storage/outbox.entity.js';
import { TradeEntity } from './orders/storage/trade.entity.js';
import { ReconciliationRunEntity } from './reconciliation/reconciliation-run.entity.js';
import { CallBudgetEntity } from './ramp/rate/call-budget.entity.js';

/**
 * A data source for `url`, not yet connected. The schema is made by migrations alone; the entities describe it, and a
 * check proves that the two agree. `pool`: what is other than for the service.
 */
export function createDataSource(url: string, pool: PoolConfig = {}): DataSource {
  return new DataSource({
    type: 'postgres',
    url,
    applicationName: 'ramp-checkout',
    entities: [
      OrderEntity,
      TradeEntity,
      OrderEventEntity,
      MismatchEntity,
      OutboxEntity,
      CallbackReceiptEntity,
      ReconciliationRunEntity,
      ServiceKeyEntity,
      CallBudgetEntity,
      AuditLogEntity,
      ApiKeyEntity,
      RateLimitEntity,
    ],
    migrations: [
      Initial1795228800000,
      OrderSafety1795320000000,
      OrderSafetyIndexes1795320060000,
      CustomerEmail1795410000000,
      CallbackVerdicts1795420000000,
      CallbackVerdictsOnce1795420060000,
      SellOrders1795430000000,
      SellOrdersChecks1795430060000,
      PriceGuard1795440000000,
      AuditLog1795510000000,
      ApiKeys1795520000000,
      DeskLists1795550000000,
      WatchQueues1795570000000,
      RampNumberOfSide1795580000000,
      UnderstoodAnswers1795563000000,
      RampCreatedAt1795581000000,
      OrderSearch1795540000000,
      RateLimits1795530000000,
    ],
    migrationsTableName: 'migrations',
    migrationsTransactionMode: 'each',
    synchronize: false,
    logging: false,
    poolErrorHandler: () => {
      // An idle connection broke: the pool drops it, and the next query says what is wrong.
    },
    extra: {
      max: 20,
      connectionTimeoutMillis: 3000,
      idleTimeoutMillis: 30_000,
      keepAlive: true,
      statement_timeout: 10_000,
      // The server's own limit comes first; this one is for a server that no longer answers at all.
      query_timeout: 12_000,
      ...pool,
    },
  });
}
