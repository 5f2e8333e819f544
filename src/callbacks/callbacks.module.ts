import { Module } from '@nestjs/common';
import { OrdersModule } from '../orders/orders.module.js';
import { CallbackReceiptRepository } from './callback-receipt.repository.js';
import { CallbacksController } from './callbacks.controller.js';
import { CallbacksService } from './callbacks.service.js';
import { TradeReceiptsRepository } from './trade-receipts.repository.js';
import { TradeReceiptsService } from './trade-receipts.service.js';

@Module({
  imports: [OrdersModule],
  controllers: [CallbacksController],
  providers: [CallbacksService, CallbackReceiptRepository, TradeReceiptsRepository, TradeReceiptsService],
  exports: [TradeReceiptsService],
})
export class CallbacksModule {}
