import { Injectable } from '@nestjs/common';
import { Metrics } from '../telemetry/metrics.js';
import { Database } from './database.js';
import type { MigrationState } from './migration-state.js';

export interface DatabaseReadiness {
  readonly database: 'up' | 'read_only' | 'not_utf8' | 'down';
  readonly migrations: MigrationState | 'unknown';
}

@Injectable()
export class Readiness {
  constructor(
    private readonly database: Database,
    metrics: Metrics,
  ) {
    metrics.gauge('ramp_checkout_database_read_only', '1 while the database takes no writes.', [], async () => [
      { labels: {}, value: Number(await database.isReadOnly()) },
    ]);
  }

  async check(): Promise<DatabaseReadiness> {
    try {
      if (await this.database.isReadOnly()) return { database: 'read_only', migrations: 'unknown' };
      if ((await this.database.encoding()) !== 'UTF8') return { database: 'not_utf8', migrations: 'unknown' };
      const { harmful } = await this.database.settingsNotKept();
      if (harmful.length > 0) throw new Error('a pooler does not keep the settings');
    } catch {
      return { database: 'down', migrations: 'unknown' };
    }
    try {
      return { database: 'up', migrations: await this.database.migrations() };
    } catch {
      return { database: 'up', migrations: 'unknown' };
    }
  }
}
