import { Module } from '@nestjs/common';
import { OrdersModule } from '../orders/orders.module.js';
import { ClaimRepository } from './claim.repository.js';
import { PollService } from './poll.service.js';
import { ReconciliationService } from './reconciliation.service.js';
import { RunsService } from './runs.service.js';
import { StalledWorkService } from './stalled-work.service.js';

@Module({
  imports: [OrdersModule],
  providers: [ClaimRepository, PollService, ReconciliationService, RunsService, StalledWorkService],
  exports: [RunsService],
})
export class ReconciliationModule {}
