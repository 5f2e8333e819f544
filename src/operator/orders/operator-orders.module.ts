import { Module } from '@nestjs/common';
import { AccountingModule } from '../../accounting/accounting.module.js';
import { CallbacksModule } from '../../callbacks/callbacks.module.js';
import { OrdersModule } from '../../orders/orders.module.js';
import { OperatorOrdersController } from './operator-orders.controller.js';
import { OperatorOrdersService } from './operator-orders.service.js';
import { OrderExportController } from './order-export.controller.js';
import { OrderActsController } from './order-acts.controller.js';

@Module({
  imports: [AccountingModule, OrdersModule, CallbacksModule],
  // The export first: its path would match an order called `export`.
  controllers: [OrderExportController, OperatorOrdersController, OrderActsController],
  providers: [OperatorOrdersService],
})
export class OperatorOrdersModule {}
