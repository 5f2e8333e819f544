import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiPropertyOptional, ApiTags } from '@nestjs/swagger';
import { AUDIT_LIST } from '../../audit/audit-list.js';
import { Database } from '../../platform/database/database.js';
import { ApiOrderNumber } from '../../platform/http/input/api-fields.js';
import { PageQueryDto } from '../../platform/http/input/page-query.dto.js';
import { IsCursor, WHOLE_NUMBER } from '../../platform/http/input/query.js';

/**
 * Entries about the order, its mismatches, and deliveries about it. A path may also name another target of the log, such
 * as a key, whose entries are for admins alone.
 */
const ABOUT_ORDER = `(a.action LIKE 'order.%' OR a.action IN ('mismatch.resolve', 'webhook.redeliver')) AND a.target = ANY (ARRAY(
  SELECT ?::text
  UNION ALL SELECT m.id::text FROM mismatches m WHERE m.merchant_order_no = ?
  UNION ALL SELECT d.id::text FROM outbox o JOIN webhook_deliveries d ON d.message_id = o.id WHERE o.merchant_order_no = ?))`;

class OrderAuditQueryDto extends PageQueryDto {
  @IsCursor(WHOLE_NUMBER)
  @ApiPropertyOptional({ description: 'The `nextCursor` of the page before.' })
  cursor?: string;
}

@ApiTags('staff: orders')
@Controller('v1/admin/orders')
export class OrderAuditController {
  constructor(private readonly database: Database) {}

  @Get(':merchantOrderNo/audit')
  @ApiOrderNumber()
  @ApiOperation({
    summary: 'The audit log of an order',
    description:
      'What staff did to the order, its mismatches and its deliveries; newest first. Of an order that was removed as well; of an ' +
      'unknown one, nothing.',
  })
  @ApiOkResponse({ type: AUDIT_LIST.page.Dto, description: 'A page of the log.' })
  async list(@Param('merchantOrderNo') number: string, @Query() query: OrderAuditQueryDto) {
    const page = AUDIT_LIST.pageAsked(query);
    return AUDIT_LIST.show(await AUDIT_LIST.read(this.database, {}, page, (list) => list.where(ABOUT_ORDER, number)));
  }
}
