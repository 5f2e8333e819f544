import { Global, Module } from '@nestjs/common';
import type { DynamicModule } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { Settings } from '../platform/config/settings.js';
import { OrdersModule } from '../orders/orders.module.js';
import { FollowModule } from '../follow/follow.module.js';
import { WebhooksController } from './api/webhooks.controller.js';
import { DeliveryListService } from './delivery-list.service.js';
import { EndpointSecretsService } from './endpoint-secrets.service.js';
import { EndpointsService } from './endpoints.service.js';
import { DeliveriesService } from './send/deliveries.service.js';
import { HttpWebhookTransport } from './send/http-webhook-transport.js';
import { WebhookTransport } from './send/webhook-transport.js';
import { DeliveryRepository } from './storage/delivery.repository.js';
import { EndpointRepository } from './storage/endpoint.repository.js';

@Global()
@Module({
  imports: [AccessModule, OrdersModule, FollowModule],
  controllers: [WebhooksController],
  providers: [
    EndpointRepository,
    DeliveryRepository,
    EndpointSecretsService,
    EndpointsService,
    DeliveryListService,
    DeliveriesService,
  ],
  exports: [DeliveryListService],
})
export class WebhooksModule {
  static with(transport?: WebhookTransport): DynamicModule {
    const useFactory = (settings: Settings): WebhookTransport => transport ?? new HttpWebhookTransport(settings);
    return { module: WebhooksModule, providers: [{ provide: WebhookTransport, inject: [Settings], useFactory }] };
  }
}
