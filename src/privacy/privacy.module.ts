import { Module } from '@nestjs/common';
import { AccountingModule } from '../accounting/accounting.module.js';
import { CallbacksModule } from '../callbacks/callbacks.module.js';
import { OrdersModule } from '../orders/orders.module.js';
import { ReconciliationModule } from '../reconciliation/reconciliation.module.js';
import { ErasureRepository } from './erasure.repository.js';
import { ForgetController } from './forget.controller.js';
import { ForgetService } from './forget.service.js';
import { PersonRepository } from './person.repository.js';
import { PersonsService } from './persons.service.js';
import { RetentionService } from './retention.service.js';

@Module({
  imports: [AccountingModule, CallbacksModule, OrdersModule, ReconciliationModule],
  controllers: [ForgetController],
  providers: [ErasureRepository, ForgetService, PersonRepository, PersonsService, RetentionService],
})
export class PrivacyModule {}
