import { OrderChanges } from '../../orders/write/order-changes.js';
import { PersonsService } from '../../privacy/persons.service.js';
import { OrderSealsService } from '../../orders/secrets/order-seals.service.js';
import { ChangeRepository } from '../../orders/storage/change.repository.js';
import { StoredOrders } from '../../orders/storage/stored-orders.service.js';
import { StateCheck } from '../../orders/storage/state-check.js';
import { PersonRepository } from '../../privacy/person.repository.js';
import { ErasureService } from '../../orders/write/erasure.service.js';
import { OrderWriterService } from '../../orders/write/order-writer.service.js';
import type { ForgetSettings } from '../../platform/config/settings.js';
import { KeysService } from '../../platform/crypto/keys.service.js';
import { ServiceKeyRepository } from '../../platform/crypto/service-key.repository.js';
import type { Database } from '../../platform/database/database.js';
import { Metrics } from '../../platform/telemetry/metrics.js';
import { ProcessTime } from '../../platform/time/time.js';
import { SecurityLog } from '../../platform/telemetry/security-log.js';
import { ErasureRepository } from '../../privacy/erasure.repository.js';
import { ForgetService } from '../../privacy/forget.service.js';
import { programAudit } from '../lib/database.js';
import { SystemChance } from '../../platform/chance.js';

/** The service's erasure, assembled without Nest: it needs no provider. */
export function forgetServiceOf(database: Database, settings: ForgetSettings): ForgetService {
  const chance = new SystemChance();
  const keys = new KeysService(settings, new ServiceKeyRepository(database), chance);
  const audit = programAudit(database, keys);
  const metrics = new Metrics();
  const time = new ProcessTime();
  const security = new SecurityLog(metrics, time);
  const orders = new StoredOrders(database, new StateCheck(database, keys, security, metrics));
  const seals = new OrderSealsService(keys, chance, time);
  const writer = new OrderWriterService(
    orders,
    new ChangeRepository(database),
    seals,
    // Erasure polls nothing.
    { reconcile: { intervalMs: 0, batch: 0, firstDelayMs: 0, hintFloorMs: 0 } },
    metrics,
    new OrderChanges(),
    time,
  );
  return new ForgetService(
    new PersonsService(new PersonRepository(database), keys, seals),
    new ErasureService(orders, writer),
    orders,
    new ErasureRepository(database),
    audit,
    keys,
    settings,
  );
}
