import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { FamiliarKeys } from '../platform/limits/familiar-keys.js';
import { AccessGuard } from './access.guard.js';
import { AccessMiddleware } from './access.middleware.js';
import { AccessService } from './access.service.js';
import { ApiKeysModule } from './api-keys/api-keys.module.js';
import { ApiKeysService } from './api-keys/api-keys.service.js';
import { TokensService } from './jwt/tokens.service.js';

@Module({
  imports: [ApiKeysModule],
  providers: [
    AccessMiddleware,
    AccessService,
    TokensService,
    { provide: FamiliarKeys, useExisting: ApiKeysService },
    { provide: APP_GUARD, useClass: AccessGuard },
  ],
  exports: [ApiKeysModule, FamiliarKeys, AccessService],
})
export class AccessModule {}
