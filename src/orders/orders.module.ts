import { Module } from '@nestjs/common';
import { AnswerRecordService } from './answer-record.service.js';
import { CallbackAddressService } from './callback-address.service.js';
import { ChangeRepository } from './change.repository.js';
import { OrderRepository } from './order.repository.js';
import { OrdersController } from './orders.controller.js';
import { OrdersService } from './orders.service.js';
import { TradeRecordService } from './trade-record.service.js';
import { WatchRepository } from './watch.repository.js';

@Module({
  controllers: [OrdersController],
  providers: [
    OrderRepository,
    ChangeRepository,
    WatchRepository,
    TradeRecordService,
    AnswerRecordService,
    CallbackAddressService,
    OrdersService,
  ],
  exports: [TradeRecordService, AnswerRecordService, CallbackAddressService, OrdersService],
})
export class OrdersModule {}
