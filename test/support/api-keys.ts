import { ApiKeyRepository } from '#src/access/api-keys/api-key.repository.js';
import { ApiKeysService } from '#src/access/api-keys/api-keys.service.js';
import { KeyManagementService } from '#src/access/api-keys/key-management.service.js';
import { AuditRepository } from '#src/audit/audit.repository.js';
import { AuditService } from '#src/audit/audit.service.js';
import { createDataSource } from '#src/data-source.js';
import { Database } from '#src/platform/database/database.js';
import { PooledStatements } from '#src/platform/database/statements.js';
import { KeyRing } from '#src/platform/crypto/key-ring.js';
import type { MasterKey } from '#src/platform/crypto/key-ring.js';
import type { KeysService } from '#src/platform/crypto/keys.service.js';

/** Postgres, recording every statement; a test can delay or fail it before it is sent. */
class WatchedDatabase extends Database {
  readonly statements: string[] = [];
  before: (sql: string) => Promise<void> = () => Promise.resolve();

  override async query<Row>(sql: string, parameters: readonly unknown[] = []): Promise<Row[]> {
    this.statements.push(sql);
    await this.before(sql);
    return super.query<Row>(sql, parameters);
  }

  count(pattern: RegExp): number {
    return this.statements.filter((sql) => pattern.test(sql)).length;
  }
}

/** One process's API keys on real Postgres. `shift`: clock offset, such as `25 hours`. */
export async function openApiKeys(databaseUrl: string, keys: readonly MasterKey[], shift = '0') {
  const url = new URL(databaseUrl);
  url.searchParams.set('options', `-c ramp_checkout.clock_shift=${shift.replaceAll(' ', '\\ ')}`);
  const source = createDataSource(url.href);
  const database = new WatchedDatabase(new PooledStatements(source));
  const ring = { ring: () => Promise.resolve(new KeyRing(keys)) } as unknown as KeysService;
  const repository = new ApiKeyRepository(database);
  const service = new ApiKeysService(repository, ring);
  const audit = new AuditService(new AuditRepository(database), ring, { tell: () => undefined });
  const management = new KeyManagementService(repository, ring, audit);
  await source.initialize();
  return {
    database,
    management,
    service,
    use: service,
    close: async () => {
      await service.onApplicationShutdown();
      await source.destroy();
    },
  };
}

export type OpenApiKeys = Awaited<ReturnType<typeof openApiKeys>>;
