import { Global, Logger, Module } from '@nestjs/common';
import type { DynamicModule, OnApplicationShutdown } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Settings } from '../config/settings.js';
import { Readiness } from './readiness.js';
import { Database } from './database.js';
import { PostgresReadiness } from './database-readiness.js';
import { logEvent } from '../telemetry/log-events.js';

/** Postgres, for all who keep something in it. Who they are, the data source knows that is handed in. */
@Global()
@Module({
  providers: [
    {
      provide: Database,
      inject: [DataSource, Settings],
      useFactory: (source: DataSource, settings: Settings): Database => {
        const logger = new Logger(Database.name);
        return new Database(source, {
          prepares: settings.databasePrepares,
          requiresMigrations: true,
          tell: (event, facts) => logEvent(logger, event, facts),
        });
      },
    },
    { provide: Readiness, useClass: PostgresReadiness },
  ],
  exports: [Database, Readiness],
})
export class DatabaseModule implements OnApplicationShutdown {
  constructor(private readonly source: DataSource) {}

  /** `Database` connects when it is first needed, so that a start while Postgres is away waits. */
  static with(createDataSource: (url: string) => DataSource): DynamicModule {
    return {
      module: DatabaseModule,
      providers: [
        {
          provide: DataSource,
          inject: [Settings],
          useFactory: ({ databaseUrl }: Settings) => createDataSource(databaseUrl.reveal()),
        },
      ],
    };
  }

  /**
   * Behind all who use it, which come behind it in the application's list. TypeORM's own module for Nest would close the
   * connections before other global modules have ended.
   */
  async onApplicationShutdown(): Promise<void> {
    if (this.source.isInitialized) await this.source.destroy();
  }
}
