import { Module } from '@nestjs/common';
import { PollResultWriter } from './write/poll-result-writer.service.js';
import { LookUpService } from './ask/look-up.service.js';
import { AskNowService } from './ask/ask-now.service.js';
import { OrderTraceService } from './ask/order-trace.service.js';
import { OrderSealsService } from './secrets/order-seals.service.js';
import { CallbackAddressService } from './secrets/callback-address.service.js';
import { ChangeRepository } from './storage/change.repository.js';
import { ClientSecretService } from './secrets/client-secret.service.js';
import { CustomerEmailService } from './secrets/customer-email.service.js';
import { OrderEditsService } from './write/order-edits.service.js';
import { StoredOrders } from './storage/stored-orders.service.js';
import { OrderSealRounds } from './secrets/order-seal-rounds.service.js';
import { StateCheck } from './storage/state-check.js';
import { RegistrationService } from './write/registration.service.js';
import { NotFoundDoubt } from './ask/not-found-doubt.service.js';
import { QuestionService } from './ask/question.service.js';
import { AttemptRecorder } from './write/attempt-recorder.service.js';
import { OrderWriterService } from './write/order-writer.service.js';
import { AttemptLeases } from './write/attempt-leases.service.js';
import { RebuildService } from './write/rebuild.service.js';
import { ErasureService } from './write/erasure.service.js';
import { Watches } from './storage/watches.service.js';
import { OrderChanges } from './write/order-changes.js';
import { EpochRepository } from './storage/epoch.repository.js';
import { PausesModule } from '../pauses/pauses.module.js';
import { EpochService } from './epoch/epoch.service.js';

const EXPORTED = [
  EpochService,
  ErasureService,
  LookUpService,
  AskNowService,
  OrderTraceService,
  Watches,
  AttemptLeases,
  AttemptRecorder,
  PollResultWriter,
  CallbackAddressService,
  ClientSecretService,
  CustomerEmailService,
  OrderEditsService,
  RebuildService,
  OrderSealsService,
  OrderChanges,
  StoredOrders,
  RegistrationService,
  QuestionService,
];

@Module({
  imports: [PausesModule],
  providers: [
    ...EXPORTED,
    EpochRepository,
    StateCheck,
    OrderSealRounds,
    ChangeRepository,
    OrderWriterService,
    NotFoundDoubt,
  ],
  exports: EXPORTED,
})
export class OrdersModule {}
