import { Module } from '@nestjs/common';
import type { DynamicModule, LoggerService } from '@nestjs/common';
import { AccessModule } from './access/access.module.js';
import { AuditModule } from './audit/audit.module.js';
import { BackgroundModule } from './platform/background/background.module.js';
import { CallbacksModule } from './callbacks/callbacks.module.js';
import { CatalogModule } from './catalog/catalog.module.js';
import { CheckoutModule } from './checkout/checkout.module.js';
import { ConfigModule } from './platform/config/config.module.js';
import type { Settings } from './platform/config/settings.js';
import { createDataSource, MIGRATIONS } from './data-source.js';
import { DatabaseModule } from './platform/database/database.module.js';
import { PooledStatements } from './platform/database/statements.js';
import type { Statements } from './platform/database/statements.js';
import { PortsModule } from './platform/ports.module.js';
import type { Ports } from './platform/ports.module.js';
import { HealthModule } from './health/health.module.js';
import { KeysModule } from './platform/crypto/keys.module.js';
import { LimitsModule } from './platform/limits/limits.module.js';
import { OperatorModule } from './operator/operator.module.js';
import { OrdersModule } from './orders/orders.module.js';
import { PagesModule } from './pages/pages.module.js';
import { PrivacyModule } from './privacy/privacy.module.js';
import { ReadingModule } from './reading/reading.module.js';
import { FollowModule } from './follow/follow.module.js';
import type { Transport } from './ramp/calls/transport.js';
import { RampModule } from './ramp/ramp.module.js';
import { ReconciliationModule } from './reconciliation/reconciliation.module.js';
import type { WebhookTransport } from './webhooks/send/webhook-transport.js';
import { WebhooksModule } from './webhooks/webhooks.module.js';
import { TelemetryModule } from './platform/telemetry/telemetry.module.js';

/** A simulation replaces the machine and the network with these. */
export interface Overrides extends Partial<Ports> {
  readonly statements?: Statements;
  readonly transport?: Transport;
  readonly webhookTransport?: WebhookTransport;
  readonly logger?: LoggerService;
}

@Module({})
export class AppModule {
  static with(settings: Settings, overrides: Overrides & Ports): DynamicModule {
    const { statements = new PooledStatements(createDataSource(settings.databaseUrl.reveal())) } = overrides;
    return {
      module: AppModule,
      imports: [
        ConfigModule.with(settings),
        PortsModule.with(overrides),
        TelemetryModule,
        DatabaseModule.with(statements, MIGRATIONS),
        // After the database module, so that background work ends before the database closes.
        BackgroundModule,
        KeysModule,
        AuditModule,
        RampModule.with(overrides.transport),
        LimitsModule,
        HealthModule,
        CatalogModule,
        OrdersModule,
        ReadingModule,
        FollowModule,
        CheckoutModule,
        CallbacksModule,
        ReconciliationModule,
        WebhooksModule.with(overrides.webhookTransport),
        OperatorModule,
        PrivacyModule,
        PagesModule,
        AccessModule,
      ],
    };
  }
}
