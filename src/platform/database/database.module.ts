import { Global, Logger, Module } from '@nestjs/common';
import type { DynamicModule, OnApplicationShutdown } from '@nestjs/common';
import type { MigrationInterface } from 'typeorm';
import { Settings } from '../config/settings.js';
import { Readiness } from './readiness.js';
import { Database } from './database.js';
import { Statements } from './statements.js';
import { logEvent } from '../telemetry/log-events.js';

@Global()
@Module({ providers: [Readiness], exports: [Database, Readiness] })
export class DatabaseModule implements OnApplicationShutdown {
  constructor(private readonly statements: Statements) {}

  /** `Database` connects on first use, so that the application can start while Postgres is down. */
  static with(statements: Statements, migrations: readonly MigrationInterface[]): DynamicModule {
    return {
      module: DatabaseModule,
      providers: [
        { provide: Statements, useValue: statements },
        {
          provide: Database,
          inject: [Settings],
          useFactory: ({ databasePrepares }: Settings): Database => {
            const logger = new Logger(Database.name);
            return new Database(statements, {
              prepares: databasePrepares,
              migrations,
              requiresMigrations: true,
              tell: (event, facts) => logEvent(logger, event, facts),
            });
          },
        },
      ],
    };
  }

  /** TypeORM's Nest module would close connections before their users have ended. */
  async onApplicationShutdown(): Promise<void> {
    await this.statements.close();
  }
}
