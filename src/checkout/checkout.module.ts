import { Module } from '@nestjs/common';
import { CatalogModule } from '../catalog/catalog.module.js';
import { PausesModule } from '../pauses/pauses.module.js';
import { OrdersModule } from '../orders/orders.module.js';
import { FollowModule } from '../follow/follow.module.js';
import { ReadingModule } from '../reading/reading.module.js';
import { NextTradeService } from './next-trade.service.js';
import { CheckoutLinksService } from './checkout-links.service.js';
import { CheckoutController, CheckoutLinksController, RetryController } from './checkout.controller.js';
import { CheckoutService } from './checkout.service.js';
import { ChecksService } from './checks.service.js';
import { AttemptRunner } from './attempt-runner.service.js';
import { GuestChallenge } from './guests/guest-challenge.service.js';
import { GuestCheckouts } from './guests/guest-checkouts.service.js';
import { UnpaidGuestOrders } from './guests/unpaid-guest-orders.service.js';
import { ResumeService } from './resume-attempts.service.js';

@Module({
  imports: [PausesModule, OrdersModule, FollowModule, ReadingModule, CatalogModule],
  controllers: [CheckoutController, CheckoutLinksController, RetryController],
  providers: [
    NextTradeService,
    CheckoutLinksService,
    CheckoutService,
    ChecksService,
    AttemptRunner,
    GuestChallenge,
    GuestCheckouts,
    ResumeService,
    UnpaidGuestOrders,
  ],
  exports: [CheckoutLinksService],
})
export class CheckoutModule {}
