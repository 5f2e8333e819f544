import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { OrdersModule } from '../orders/orders.module.js';
import { ReadingModule } from '../reading/reading.module.js';
import { OrderWaits } from './changes/order-waits.service.js';
import { OrderWatch } from './changes/order-watch.service.js';
import { EventsController } from './feed/events.controller.js';
import { FeedFollowers } from './feed/feed-followers.service.js';
import { FeedService } from './feed/feed.service.js';
import { EventBodies } from './outbox/event-bodies.service.js';
import { OutboxRepository } from './outbox/outbox.repository.js';
import { OutboxService } from './outbox/outbox.service.js';
import { OpenStreams } from './stream/open-streams.service.js';
import { OrderEventsController } from './stream/order-events.controller.js';
import { OrderStreams } from './stream/order-streams.service.js';

@Module({
  imports: [AccessModule, OrdersModule, ReadingModule],
  controllers: [OrderEventsController, EventsController],
  providers: [
    EventBodies,
    FeedFollowers,
    FeedService,
    OpenStreams,
    OrderStreams,
    OrderWaits,
    OrderWatch,
    OutboxRepository,
    OutboxService,
  ],
  exports: [EventBodies, OrderWaits, OutboxService],
})
export class FollowModule {}
