import { Global, Module } from '@nestjs/common';
import { KeysService } from './keys.service.js';
import { ServiceKeyRepository } from './service-key.repository.js';

@Global()
@Module({ providers: [KeysService, ServiceKeyRepository], exports: [KeysService] })
export class KeysModule {}
