import { Module } from '@nestjs/common';
import { CryptosController, QuotesController } from './catalog.controller.js';
import { CatalogService } from './catalog.service.js';

@Module({
  controllers: [CryptosController, QuotesController],
  providers: [CatalogService],
  exports: [CatalogService],
})
export class CatalogModule {}
