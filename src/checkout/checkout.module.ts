import { Module } from '@nestjs/common';
import { CatalogModule } from '../catalog/catalog.module.js';
import { OrdersModule } from '../orders/orders.module.js';
import { CheckoutOutcomes } from './answer.service.js';
import { NextTradeService } from './begin.service.js';
import { CheckoutLinksController } from './checkout-links.controller.js';
import { CheckoutLinksService } from './checkout-links.service.js';
import { CheckoutController, RetryController } from './checkout.controller.js';
import { CheckoutService } from './checkout.service.js';
import { ChecksService } from './checks.service.js';
import { AttemptRunner } from './drive.service.js';
import { GuestChallenge } from './guests/guest-challenge.service.js';
import { GuestCheckouts } from './guests/guest-checkouts.service.js';
import { ResumeService } from './resume.service.js';

@Module({
  imports: [OrdersModule, CatalogModule],
  controllers: [CheckoutController, CheckoutLinksController, RetryController],
  providers: [
    CheckoutOutcomes,
    NextTradeService,
    CheckoutLinksService,
    CheckoutService,
    ChecksService,
    AttemptRunner,
    GuestChallenge,
    GuestCheckouts,
    ResumeService,
  ],
  exports: [CheckoutLinksService],
})
export class CheckoutModule {}
