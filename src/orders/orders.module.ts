import { Module } from '@nestjs/common';
import { AnswerRecordService } from './answer-record.service.js';
import { CallbackAddressService } from './callback-address.service.js';
import { ChangeRepository } from './storage/change.repository.js';
import { OrderRepository } from './storage/order.repository.js';
import { OrdersController } from './orders.controller.js';
import { OrdersService } from './orders.service.js';
import { TradeRecordService } from './trade-record.service.js';
import { WriteDoorService } from './write-door.service.js';
import { WatchRepository } from './storage/watch.repository.js';

@Module({
  controllers: [OrdersController],
  providers: [
    OrderRepository,
    ChangeRepository,
    WatchRepository,
    WriteDoorService,
    TradeRecordService,
    AnswerRecordService,
    CallbackAddressService,
    OrdersService,
  ],
  exports: [TradeRecordService, AnswerRecordService, CallbackAddressService, OrdersService],
})
export class OrdersModule {}
