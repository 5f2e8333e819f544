import { Module } from '@nestjs/common';
import { AnswerRecordService } from './answer-record.service.js';
import { AskFirstService } from './ask-first.service.js';
import { AskNowService } from './ask-now.service.js';
import { CallbackAddressService } from './callback-address.service.js';
import { ChangeRepository } from './storage/change.repository.js';
import { ClientSecretService } from './client-secret.service.js';
import { CustomerEmailService } from './customer-email.service.js';
import { MismatchListService } from './mismatch-list.service.js';
import { MismatchRepository } from './storage/mismatch.repository.js';
import { MismatchService } from './mismatch.service.js';
import { OrderRepository } from './storage/order.repository.js';
import { OrderFileRepository } from './storage/order-file.repository.js';
import { OrderFileService } from './order-file.service.js';
import { OrderSearchRepository } from './storage/order-search.repository.js';
import { OrderSearchService } from './order-search.service.js';
import { OrderView } from './order-view.presenter.js';
import { OrdersController } from './orders.controller.js';
import { OrdersService } from './orders.service.js';
import { RegistrationService } from './registration.service.js';
import { SellOrdersController } from './sell-orders.controller.js';
import { QuestionService } from './question.service.js';
import { TradeRecordService } from './trade-record.service.js';
import { WriteDoorService } from './write-door.service.js';
import { DriveRepository } from './storage/drive.repository.js';
import { SecretRepository } from './storage/secret.repository.js';
import { SecretRevocationService } from './secret-revocation.service.js';
import { WatchRepository } from './storage/watch.repository.js';
import { OrderMarkRepository } from './storage/order-mark.repository.js';
import { AccessModule } from '../access/access.module.js';
import { ChangeAnnouncer } from './stream/change-announcer.service.js';
import { OrderEventsController } from './stream/order-events.controller.js';
import { OrderStreams } from './stream/order-streams.service.js';
import { FollowedHints } from './stream/followed-hints.service.js';
import { OrderWatch } from './stream/order-watch.service.js';

@Module({
  imports: [AccessModule],
  controllers: [OrdersController, OrderEventsController, SellOrdersController],
  providers: [
    OrderRepository,
    ChangeRepository,
    MismatchRepository,
    DriveRepository,
    WatchRepository,
    WriteDoorService,
    TradeRecordService,
    AnswerRecordService,
    AskFirstService,
    AskNowService,
    CallbackAddressService,
    ClientSecretService,
    CustomerEmailService,
    MismatchService,
    MismatchListService,
    QuestionService,
    OrdersService,
    OrderView,
    RegistrationService,
    OrderFileRepository,
    OrderFileService,
    OrderSearchRepository,
    OrderSearchService,
    SecretRepository,
    SecretRevocationService,
    OrderMarkRepository,
    ChangeAnnouncer,
    OrderWatch,
    OrderStreams,
    FollowedHints,
  ],
  exports: [
    AskFirstService,
    AskNowService,
    TradeRecordService,
    AnswerRecordService,
    CallbackAddressService,
    ClientSecretService,
    CustomerEmailService,
    MismatchService,
    MismatchListService,
    QuestionService,
    OrdersService,
    OrderView,
    OrderFileService,
    OrderSearchService,
    SecretRevocationService,
  ],
})
export class OrdersModule {}
