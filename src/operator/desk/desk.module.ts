import { Module } from '@nestjs/common';
import { AccountingModule } from '../../accounting/accounting.module.js';
import { OrdersModule } from '../../orders/orders.module.js';
import { WebhooksModule } from '../../webhooks/webhooks.module.js';
import { DeliveriesController } from './deliveries.controller.js';
import { AuditController, ReceiptsController, RunsController } from './lists.controller.js';
import { MismatchesController } from './mismatches.controller.js';
import { ReportController } from './report.controller.js';
import { ResolveService } from './resolve.service.js';

/** Staff's views beside orders: mismatches, callbacks, runs, the report and the audit log. */
@Module({
  imports: [AccountingModule, OrdersModule, WebhooksModule],
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
