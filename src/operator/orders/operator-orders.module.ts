import { Module } from '@nestjs/common';
import { CallbacksModule } from '../../callbacks/callbacks.module.js';
import { OrdersModule } from '../../orders/orders.module.js';
import { OperatorOrdersController } from './operator-orders.controller.js';
import { OperatorOrdersService } from './operator-orders.service.js';
import { OrderActsController } from './order-acts.controller.js';

/** What staff sees of orders, and does with them. */
@Module({
  imports: [OrdersModule, CallbacksModule],
  controllers: [OperatorOrdersController, OrderActsController],
  providers: [OperatorOrdersService],
})
export class OperatorOrdersModule {}
