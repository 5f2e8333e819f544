import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { FamiliarKeys } from '../platform/limits/familiar-keys.js';
import { AccessMiddleware } from './access.middleware.js';
import { AccessService } from './access.service.js';
import { ApiKeyRepository } from './api-keys/api-key.repository.js';
import { ApiKeysService } from './api-keys/api-keys.service.js';
import { KeyEndsService } from './api-keys/key-ends.service.js';
import { KeyManagementService } from './api-keys/key-management.service.js';
import { KeysController } from './api-keys/keys.controller.js';
import { TokensService } from './jwt/tokens.service.js';
import { MeController } from './me.controller.js';
import { AccessGuard } from './permissions.js';

@Module({
  controllers: [KeysController, MeController],
  providers: [
    AccessMiddleware,
    AccessService,
    TokensService,
    ApiKeysService,
    ApiKeyRepository,
    KeyEndsService,
    KeyManagementService,
    { provide: FamiliarKeys, useExisting: ApiKeysService },
    { provide: APP_GUARD, useClass: AccessGuard },
  ],
  exports: [FamiliarKeys, AccessService],
})
export class AccessModule {}
