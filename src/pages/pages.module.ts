import { Module } from '@nestjs/common';
import { CheckoutModule } from '../checkout/checkout.module.js';
import { PagesController } from './pages.controller.js';
import { PagesService } from './pages.service.js';

@Module({ imports: [CheckoutModule], controllers: [PagesController], providers: [PagesService] })
export class PagesModule {}
