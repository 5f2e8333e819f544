import { Module } from '@nestjs/common';
import { CheckoutModule } from '../checkout/checkout.module.js';
import { DurationsService } from './durations.service.js';
import { PagesController } from './pages.controller.js';

@Module({ imports: [CheckoutModule], controllers: [PagesController], providers: [DurationsService] })
export class PagesModule {}
