import { Global, Module } from '@nestjs/common';
import { AuditCheckService } from './audit-check.service.js';
import { AuditRepository } from './audit.repository.js';
import { AuditService } from './audit.service.js';

@Global()
@Module({ providers: [AuditService, AuditCheckService, AuditRepository], exports: [AuditService, AuditCheckService] })
export class AuditModule {}
