import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { AuditService } from '../../audit/audit.service.js';
import { ApiProblems } from '../../platform/http/problems/problem-schema.js';
import { encodeCursor } from '../../platform/http/input/cursor.js';
import { AuditDto, AuditQueryDto } from './audit.dto.js';
import { pageAsked, spanAsked, WHOLE_NUMBER } from '../../platform/http/input/queries.js';

@ApiTags('staff')
@Controller('v1/admin/audit')
export class AuditController {
  constructor(private readonly audit: AuditService) {}

  @Get()
  @ApiOperation({
    summary: 'The audit log',
    description: 'Who did what, when, from where, and why; newest first. Nobody can change or remove an entry.',
  })
  @ApiOkResponse({ type: AuditDto, description: 'A page of the log.' })
  @ApiProblems('invalid_request', 'unauthenticated', 'forbidden', 'unavailable')
  async list(@Query() query: AuditQueryDto): Promise<AuditDto> {
    const { actor = null, action = null, target = null } = query;
    const filter = { actor, action, target, ...spanAsked(query) };
    const { rows, next } = await this.audit.list(filter, pageAsked(query, WHOLE_NUMBER));
    const items = rows.map(({ id, at, actor: who, action: what, target: of, reason, detail, traceId }) => ({
      id,
      at: at.toISOString(),
      actor: who,
      action: what,
      target: of,
      reason,
      detail,
      traceId,
    }));
    return { items, nextCursor: next && encodeCursor(next) };
  }
}
