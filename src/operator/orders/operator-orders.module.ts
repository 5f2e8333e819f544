import { Module } from '@nestjs/common';
import { AccountingModule } from '../../accounting/accounting.module.js';
import { CallbacksModule } from '../../callbacks/callbacks.module.js';
import { OrdersModule } from '../../orders/orders.module.js';
import { OperatorOrdersController } from './operator-orders.controller.js';
import { OperatorOrdersService } from './operator-orders.service.js';
import { OrderExportController } from './order-export.controller.js';
import { OrderActsController } from './order-acts.controller.js';

/** What staff sees of orders, and does with them. */
@Module({
  imports: [AccountingModule, OrdersModule, CallbacksModule],
  // An order might be called `export`: its file is behind the export.
  controllers: [OrderExportController, OperatorOrdersController, OrderActsController],
  providers: [OperatorOrdersService],
})
export class OperatorOrdersModule {}
