import { Module } from '@nestjs/common';
import { CatalogModule } from '../catalog/catalog.module.js';
import { OrdersModule } from '../orders/orders.module.js';
import { AnswerService } from './answer.service.js';
import { CheckoutController } from './checkout.controller.js';
import { CheckoutService } from './checkout.service.js';
import { ChecksService } from './checks.service.js';
import { ClientSecretService } from './client-secret.service.js';
import { DriveService } from './drive.service.js';
import { ResumeService } from './resume.service.js';

@Module({
  imports: [OrdersModule, CatalogModule],
  controllers: [CheckoutController],
  providers: [AnswerService, CheckoutService, ChecksService, DriveService, ClientSecretService, ResumeService],
})
export class CheckoutModule {}
