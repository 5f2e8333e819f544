import { Module } from '@nestjs/common';
import { CheckoutModule } from '../checkout/checkout.module.js';
import { PagesController } from './pages.controller.js';

@Module({ imports: [CheckoutModule], controllers: [PagesController] })
export class PagesModule {}
