import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { AccountingModule } from '../accounting/accounting.module.js';
import { OrdersModule } from '../orders/orders.module.js';
import { FollowModule } from '../follow/follow.module.js';
import { WebhooksController } from './api/webhooks.controller.js';
import { DailyReportService } from './daily-report.service.js';
import { DeliveryListService } from './delivery-list.service.js';
import { EndpointBySetting } from './endpoint-by-setting.service.js';
import { EndpointSecretsService } from './endpoint-secrets.service.js';
import { EndpointsService } from './endpoints.service.js';
import { DeliveriesService } from './send/deliveries.service.js';
import { WebhookTransport } from './send/webhook-transport.js';
import { DeliveryRepository } from './storage/delivery.repository.js';
import { EndpointRepository } from './storage/endpoint.repository.js';

@Module({
  imports: [AccessModule, AccountingModule, OrdersModule, FollowModule],
  controllers: [WebhooksController],
  providers: [
    EndpointRepository,
    DeliveryRepository,
    EndpointSecretsService,
    EndpointsService,
    EndpointBySetting,
    DeliveryListService,
    WebhookTransport,
    DeliveriesService,
    DailyReportService,
  ],
  exports: [DeliveryListService],
})
export class WebhooksModule {}
