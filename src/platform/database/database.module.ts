import { Global, Logger, Module } from '@nestjs/common';
import type { DynamicModule, OnApplicationShutdown } from '@nestjs/common';
import type { MigrationInterface } from 'typeorm';
import { Settings } from '../config/settings.js';
import { Time } from '../time/time.js';
import { Metrics } from '../telemetry/metrics.js';
import { Readiness } from './readiness.js';
import { Database } from './database.js';
import { PooledStatements, Statements } from './statements.js';
import { logEvent } from '../telemetry/log-events.js';

const LOAD = 'Connections of the pool, by state; waiting: statements without one.';

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
          inject: [Settings, Time, Metrics],
          useFactory: (settings: Settings, time: Time, metrics: Metrics): Database => {
            const logger = new Logger(Database.name);
            metrics.gauge('ramp_checkout_database_connections', LOAD, ['state'], () => {
              const load = statements instanceof PooledStatements ? statements.load() : {};
              return Promise.resolve(Object.entries(load).map(([state, value]) => ({ labels: { state }, value })));
            });
            return new Database(statements, {
              groupsCommits: settings.databaseGroupsCommits,
              committing: (writes) => metrics.writesOfCommit.observe(writes),
              migrations,
              requiresMigrations: true,
              time,
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
