import { Module } from '@nestjs/common';
import { CatalogService } from './catalog.service.js';
import { CryptosController } from './cryptos.controller.js';
import { QuotesController } from './quotes.controller.js';

/** Needs the global RampGateway and Clock. */
@Module({
  controllers: [CryptosController, QuotesController],
  providers: [CatalogService],
  exports: [CatalogService],
})
export class CatalogModule {}
