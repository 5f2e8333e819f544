import { Global, Inject, Logger, Module } from '@nestjs/common';
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

/** Token of the `Database | null` on the standby of `DATABASE_READ_URL`. Only the read replica's service reads from it. */
export const STANDBY = Symbol('standby');
const ALL_STATEMENTS = Symbol('all statements');

@Global()
@Module({ providers: [Readiness], exports: [Database, STANDBY, Readiness] })
export class DatabaseModule implements OnApplicationShutdown {
  constructor(@Inject(ALL_STATEMENTS) private readonly all: readonly Statements[]) {}

  /** Each `Database` connects on first use, so that the application can start while Postgres is down. */
  static with(
    statements: Statements,
    standby: Statements | null,
    migrations: readonly MigrationInterface[],
  ): DynamicModule {
    return {
      module: DatabaseModule,
      providers: [
        { provide: ALL_STATEMENTS, useValue: standby === null ? [statements] : [statements, standby] },
        {
          provide: STANDBY,
          inject: [Settings, Time],
          // The primary runs what the standby cancels, so one attempt.
          useFactory: ({ databasePrepares: prepares }: Settings, time: Time): Database | null =>
            standby && new Database(standby, { prepares, migrations, requiresMigrations: true, attempts: 1, time }),
        },
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
              prepares: settings.databasePrepares,
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
    await Promise.all(this.all.map((statements) => statements.close()));
  }
}
