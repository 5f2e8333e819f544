import { Module } from '@nestjs/common';
import { OrdersModule } from '../orders/orders.module.js';
import { CallbackReceiptsService } from './callback-receipts.service.js';
import { CallbacksController } from './callbacks.controller.js';
import { CallbacksService } from './callbacks.service.js';

@Module({
  imports: [OrdersModule],
  controllers: [CallbacksController],
  providers: [CallbacksService, CallbackReceiptsService],
  exports: [CallbackReceiptsService],
})
export class CallbacksModule {}
