import { Module } from '@nestjs/common';
import { AccountingModule } from '../../accounting/accounting.module.js';
import { CallbacksModule } from '../../callbacks/callbacks.module.js';
import { OrdersModule } from '../../orders/orders.module.js';
import { ReconciliationModule } from '../../reconciliation/reconciliation.module.js';
import { AuditController } from './audit.controller.js';
import { WebhooksModule } from '../../webhooks/webhooks.module.js';
import { DeliveriesController } from './deliveries.controller.js';
import { MismatchesController } from './mismatches.controller.js';
import { ReceiptsController } from './receipts.controller.js';
import { ReportController } from './report.controller.js';
import { ResolveService } from './resolve.service.js';
import { RunsController } from './runs.controller.js';

/** What staff looks at beside orders: what does not fit, what came, what ran, what it adds up to, and who did what. */
@Module({
  imports: [AccountingModule, CallbacksModule, OrdersModule, ReconciliationModule, WebhooksModule],
  controllers: [
    MismatchesController,
    RunsController,
    ReportController,
    ReceiptsController,
    DeliveriesController,
    AuditController,
  ],
  providers: [ResolveService],
})
export class DeskModule {}
