import { Global, Logger, Module } from '@nestjs/common';
import type { DynamicModule } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
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
          tell: (event, remedy) => logEvent(logger, event, { remedy }),
        });
      },
    },
    { provide: Readiness, useClass: PostgresReadiness },
  ],
  exports: [Database, Readiness],
})
export class DatabaseModule {
  static with(createDataSource: (url: string) => DataSource): DynamicModule {
    return {
      module: DatabaseModule,
      imports: [
        TypeOrmModule.forRootAsync({
          inject: [Settings],
          // `manualInitialization`: `Database` connects when it is first needed, so that a start while Postgres is away waits.
          useFactory: (settings: Settings) => ({
            ...createDataSource(settings.databaseUrl.reveal()).options,
            manualInitialization: true,
          }),
          dataSourceFactory: (options) => {
            if (options === undefined) throw new Error('the data source has no options');
            return Promise.resolve(new DataSource(options));
          },
        }),
      ],
    };
  }
}
