import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AUDIT_LIST } from '../../audit/audit-list.js';
import { RECEIPT_LIST } from '../../callbacks/receipt-list.js';
import { Database } from '../../platform/database/database.js';
import { RUN_LIST } from '../../reconciliation/runs.service.js';

class RunsQueryDto extends RUN_LIST.Query {}
class ReceiptsQueryDto extends RECEIPT_LIST.Query {}
class AuditQueryDto extends AUDIT_LIST.Query {}

@ApiTags('staff')
@Controller('v1/admin/runs')
export class RunsController {
  constructor(private readonly database: Database) {}

  @Get()
  @RUN_LIST.describe('Reconciliation runs', 'Of all replicas, newest first.')
  list(@Query() query: RunsQueryDto) {
    return RUN_LIST.answer(this.database, query);
  }
}

@ApiTags('staff')
@Controller('v1/admin/callbacks')
export class ReceiptsController {
  constructor(private readonly database: Database) {}

  @Get()
  @RECEIPT_LIST.describe('Received callbacks', 'Newest first. Their bytes stay encrypted.')
  list(@Query() query: ReceiptsQueryDto) {
    return RECEIPT_LIST.answer(this.database, query);
  }
}

@ApiTags('staff')
@Controller('v1/admin/audit')
export class AuditController {
  constructor(private readonly database: Database) {}

  @Get()
  @AUDIT_LIST.describe(
    'The audit log',
    'Who did what, when, from where, and why; newest first. Nobody can change or remove an entry.',
    'A page of the log.',
  )
  list(@Query() query: AuditQueryDto) {
    return AUDIT_LIST.answer(this.database, query);
  }
}
