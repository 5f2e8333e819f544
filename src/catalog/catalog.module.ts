import { Module } from '@nestjs/common';
import { CryptosController, QuotesController } from './catalog.controller.js';
import { CatalogService } from './catalog.service.js';
import { PausesModule } from '../pauses/pauses.module.js';
import { TokenContracts } from './token-contracts.service.js';

@Module({
  imports: [PausesModule],
  controllers: [CryptosController, QuotesController],
  providers: [CatalogService, TokenContracts],
  exports: [CatalogService],
})
export class CatalogModule {}
