import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { OrdersModule } from '../orders/orders.module.js';
import { OrderView } from './api/order-view.presenter.js';
import { OrdersController } from './api/orders.controller.js';
import { SellOrdersController } from './api/sell-orders.controller.js';
import { OrderFileService } from './order-file.service.js';
import { OrderListService } from './order-list.service.js';
import { OrderSearchService } from './order-search.service.js';
import { OrdersService } from './orders.service.js';
import { OrderFileRepository } from './storage/order-file.repository.js';
import { OrderSearchRepository } from './storage/order-search.repository.js';

@Module({
  imports: [AccessModule, OrdersModule],
  controllers: [OrdersController, SellOrdersController],
  providers: [
    OrderFileRepository,
    OrderFileService,
    OrderListService,
    OrderSearchRepository,
    OrderSearchService,
    OrdersService,
    OrderView,
  ],
  exports: [OrderFileService, OrderListService, OrderSearchService, OrdersService, OrderView],
})
export class ReadingModule {}
