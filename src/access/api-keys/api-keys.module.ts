import { Module } from '@nestjs/common';
import { ApiKeyRepository } from './api-key.repository.js';
import { ApiKeysService } from './api-keys.service.js';
import { KeyEndsService } from './key-ends.service.js';
import { KeyManagementService } from './key-management.service.js';
import { KeyUseService } from './key-use.service.js';
import { KeysController } from './keys.controller.js';

@Module({
  controllers: [KeysController],
  providers: [ApiKeysService, KeyUseService, KeyEndsService, KeyManagementService, ApiKeyRepository],
  exports: [ApiKeysService],
})
export class ApiKeysModule {}
