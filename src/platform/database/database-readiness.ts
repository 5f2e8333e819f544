import { Injectable } from '@nestjs/common';
import { Readiness } from './readiness.js';
import type { DatabaseReadiness } from './readiness.js';
import { Database } from './database.js';

/** Asks Postgres whether it is there, and whether it has what this code needs. */
@Injectable()
export class PostgresReadiness extends Readiness {
  constructor(private readonly database: Database) {
    super();
  }

  async check(): Promise<DatabaseReadiness> {
    try {
      if ((await this.database.settingsNotKept()).length > 0) throw new Error('a pooler does not keep the settings');
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
