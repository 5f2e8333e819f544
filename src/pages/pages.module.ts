import { Module } from '@nestjs/common';
import { CheckoutModule } from '../checkout/checkout.module.js';
import { Settings } from '../platform/config/settings.js';
import { BUILT_PAGES, readBuiltPages } from './built-pages.js';
import { DurationsService } from './durations.service.js';
import { MistypedAddressFilter } from './mistyped-address.filter.js';
import { PagesController } from './pages.controller.js';

@Module({
  imports: [CheckoutModule],
  controllers: [PagesController],
  providers: [
    { provide: BUILT_PAGES, inject: [Settings], useFactory: readBuiltPages },
    DurationsService,
    MistypedAddressFilter,
  ],
})
export class PagesModule {}
