import { Global, Logger, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { Settings } from '../config/settings.js';
import { createDataSource } from './data-source.js';
import { Readiness } from '../http/readiness.js';
import { CallSlices } from '../ramp/call-slices.js';
import { Database } from './database.js';
import { Notifier } from './notifications/notifier.js';
import { PostgresReadiness } from './database-readiness.js';
import { PostgresCallSlices } from './postgres-call-slices.js';

@Global()
@Module({
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
  providers: [
    {
      provide: Database,
      inject: [DataSource],
      useFactory: (source: DataSource): Database => {
        const logger = new Logger(Database.name);
        return new Database(source, (line) => logger.warn(line));
      },
    },
    Notifier,
    { provide: Readiness, useClass: PostgresReadiness },
    { provide: CallSlices, useClass: PostgresCallSlices },
  ],
  exports: [Database, Notifier, Readiness, CallSlices],
})
export class DatabaseModule {}
