import { Module } from '@nestjs/common';
import { PollResultWriter } from './write/answer-record.service.js';
import { AskFirstService } from './ask/ask-first.service.js';
import { AskNowService } from './ask/ask-now.service.js';
import { PollRequestsService } from './ask/poll-requests.service.js';
import { OrderSealsService } from './secrets/order-seals.service.js';
import { CallbackAddressService } from './secrets/callback-address.service.js';
import { ChangeRepository } from './storage/change.repository.js';
import { ClientSecretService } from './secrets/client-secret.service.js';
import { CustomerEmailService } from './secrets/customer-email.service.js';
import { OrderEditsService } from './write/order-edits.service.js';
import { OrderRepository } from './storage/order.repository.js';
import { OrderSealRounds } from './read/state-rounds.service.js';
import { StateCheck } from './storage/state-check.js';
import { OrderFileRepository } from './storage/order-file.repository.js';
import { OrderFileService } from './read/order-file.service.js';
import { OrderSearchRepository } from './storage/order-search.repository.js';
import { OrderListService } from './read/order-list.service.js';
import { OrderSearchService } from './read/order-search.service.js';
import { OrderView } from './api/order-view.presenter.js';
import { OrdersController } from './api/orders.controller.js';
import { OrdersService } from './read/orders.service.js';
import { RegistrationService } from './write/registration.service.js';
import { SellOrdersController } from './api/sell-orders.controller.js';
import { NotFoundDoubt } from './ask/not-found-doubt.service.js';
import { QuestionService } from './ask/question.service.js';
import { AttemptRecorder } from './write/trade-record.service.js';
import { OrderWriterService } from './write/order-writer.service.js';
import { AttemptLeases } from './write/attempt-leases.service.js';
import { ErasureService } from './write/erasure.service.js';
import { PersonRepository } from './storage/person.repository.js';
import { PersonsService } from './read/persons.service.js';
import { WatchRepository } from './storage/watch.repository.js';
import { AccessModule } from '../access/access.module.js';
import { OrderChanges } from './changes/order-changes.js';
import { OrderWaits } from './changes/order-waits.service.js';
import { OrderEventsController } from './stream/order-events.controller.js';
import { UnpaidGuestOrders } from './read/unpaid-guest-orders.service.js';
import { OpenStreams } from './stream/open-streams.service.js';
import { EventsController } from './feed/events.controller.js';
import { FeedFollowers } from './feed/feed-followers.service.js';
import { FeedService } from './feed/feed.service.js';
import { FeedWatch } from './feed/feed-watch.service.js';
import { OrderStreams } from './stream/order-streams.service.js';
import { EpochRepository } from './storage/epoch.repository.js';
import { EpochService } from './epoch/epoch.service.js';
import { OutboxRepository } from './storage/outbox.repository.js';
import { OutboxService } from './announce/outbox.service.js';
import { EventBodies } from './announce/event-bodies.service.js';
import { OrderWatch } from './changes/order-watch.service.js';

/** What other features use of orders. */
const EXPORTED = [
  EpochService,
  EventBodies,
  PersonsService,
  ErasureService,
  OutboxService,
  AskFirstService,
  AskNowService,
  PollRequestsService,
  AttemptLeases,
  AttemptRecorder,
  PollResultWriter,
  CallbackAddressService,
  ClientSecretService,
  CustomerEmailService,
  OrderEditsService,
  OrderSealsService,
  QuestionService,
  OrdersService,
  OrderView,
  OrderWaits,
  OrderFileService,
  OrderSearchService,
  UnpaidGuestOrders,
];

@Module({
  imports: [AccessModule],
  controllers: [OrdersController, OrderEventsController, EventsController, SellOrdersController],
  providers: [
    ...EXPORTED,
    EpochRepository,
    OrderRepository,
    StateCheck,
    OrderSealRounds,
    ChangeRepository,
    WatchRepository,
    OrderWriterService,
    NotFoundDoubt,
    RegistrationService,
    OrderFileRepository,
    OrderSearchRepository,
    OrderListService,
    OrderChanges,
    OrderWatch,
    OpenStreams,
    OrderStreams,
    FeedService,
    FeedWatch,
    FeedFollowers,
    OutboxRepository,
    PersonRepository,
  ],
  exports: EXPORTED,
})
export class OrdersModule {}
