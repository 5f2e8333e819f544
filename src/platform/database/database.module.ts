import { Global, Logger, Module } from '@nestjs/common';
import type { DynamicModule, OnApplicationShutdown } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Settings } from '../config/settings.js';
import { Time } from '../time/time.js';
import { Readiness } from './readiness.js';
import { Database } from './database.js';
import { logEvent } from '../telemetry/log-events.js';

@Global()
@Module({
  providers: [
    {
      provide: Database,
      inject: [DataSource, Settings, Time],
      useFactory: (source: DataSource, settings: Settings, time: Time): Database => {
        const logger = new Logger(Database.name);
        return new Database(source, {
          prepares: settings.databasePrepares,
          requiresMigrations: true,
          time,
          tell: (event, facts) => logEvent(logger, event, facts),
        });
      },
    },
    Readiness,
  ],
  exports: [Database, Readiness],
})
export class DatabaseModule implements OnApplicationShutdown {
  constructor(private readonly source: DataSource) {}

  /** `Database` connects on first use, so that the application can start while Postgres is down. */
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

  /** TypeORM's Nest module would close connections before their users have ended. */
  async onApplicationShutdown(): Promise<void> {
    if (this.source.isInitialized) await this.source.destroy();
  }
}
