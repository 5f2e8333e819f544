import { RemovalService } from '#src/accounting/removal/removal.service.js';
import { HistoryRepository } from '#src/accounting/history/history.repository.js';
import { KeyManagementService } from '#src/access/api-keys/key-management.service.js';
import { ApiKeyRepository } from '#src/access/api-keys/api-key.repository.js';
import { AuditRepository } from '#src/audit/audit.repository.js';
import { AuditService } from '#src/audit/audit.service.js';
import { CallbackReceiptsService } from '#src/callbacks/callback-receipts.service.js';
import { OutboxRepository } from '#src/follow/outbox/outbox.repository.js';
import { NotesService } from '#src/operator/notes/notes.service.js';
import { ErasureService } from '#src/orders/write/erasure.service.js';
import { EpochRepository } from '#src/orders/storage/epoch.repository.js';
import type { Statements } from '#src/platform/database/statements.js';
import { PersonRepository } from '#src/privacy/person.repository.js';
import { CallSlotsRepository } from '#src/ramp/rate/call-slots.repository.js';
import { StalledWorkService } from '#src/reconciliation/stalled-work.service.js';
import { DeliveryListService } from '#src/webhooks/delivery-list.service.js';
import { DeliveryRepository } from '#src/webhooks/storage/delivery.repository.js';
import { EndpointRepository } from '#src/webhooks/storage/endpoint.repository.js';
import { SERVICE_KEY } from '../service.js';
import { serviceKey } from '../service-keys.js';
import { openOrderWriter } from '../order-writer.js';

export const OLD_KEY = 'old';
const KEYS = { SERVICE_KEY: `1:${SERVICE_KEY},${OLD_KEY}:${serviceKey(OLD_KEY)}` };

/** An act that is refused later leaves its entry. */
const WITHOUT_AUDIT = { record: () => undefined, recordDone: () => undefined } as never;

/** Everything of the service that writes, on one database. */
export function openServices(url: string, statements?: Statements) {
  const opened = openOrderWriter(url, KEYS, statements);
  const { database, keys, orders, writes, settings, metrics, chance } = opened;
  const audit = new AuditService(new AuditRepository(database), keys, { tell: () => undefined });
  const tasks = { repeat: () => undefined } as never;
  return {
    ...opened,
    audit,
    keyManagement: new KeyManagementService(new ApiKeyRepository(database), keys, WITHOUT_AUDIT, chance),
    outbox: new OutboxRepository(database),
    deliveries: new DeliveryRepository(database),
    deliveryList: new DeliveryListService(database, audit),
    endpoints: new EndpointRepository(database),
    receipts: new CallbackReceiptsService(database, keys, chance),
    notes: new NotesService(database, keys, WITHOUT_AUDIT, chance),
    persons: new PersonRepository(database),
    erasures: new ErasureService(orders, writes),
    removals: new RemovalService(database, new HistoryRepository(database), keys),
    stalled: new StalledWorkService(database, settings, tasks, metrics),
    epochRows: new EpochRepository(database),
    slots: new CallSlotsRepository(database),
  };
}

export type Services = ReturnType<typeof openServices>;
