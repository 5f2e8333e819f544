import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { CurrentActor } from '../../access/actor.decorator.js';
import { OrderExportService } from '../../accounting/export/order-export.service.js';
import { AuditService } from '../../audit/audit.service.js';
import type { Actor } from '../../audit/audit.types.js';
import { spanOf } from '../../platform/http/input/query.js';
import { iso } from '../../platform/time/time.js';
import { csvForm, OrderExportQueryDto } from './order-query.dto.js';

const TYPES = { csv: 'text/csv', jsonl: 'application/x-ndjson' } as const;

@ApiTags('staff')
@Controller('v1/admin/orders/export')
export class OrderExportController {
  constructor(
    private readonly exports: OrderExportService,
    private readonly audit: AuditService,
  ) {}

  @Get()
  @ApiOperation({
    summary: 'Export orders',
    description:
      'One line per order of the span, oldest first: number, dates, status, amounts, fees, hash, customer and metadata. ' +
      'It is streamed; a response that breaks off is incomplete. The audit log records each export.',
  })
  @ApiOkResponse({
    description: 'All orders that were created in the span.',
    content: {
      [TYPES.csv]: { schema: { type: 'string', example: 'merchantOrderNo,side,status\r\nA-1001,BUY,COMPLETED\r\n' } },
      [TYPES.jsonl]: { schema: { type: 'string', example: '{"merchantOrderNo":"A-1001","side":"BUY"}\n' } },
    },
  })
  async export(
    @CurrentActor() actor: Actor,
    @Query() query: OrderExportQueryDto,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const span = spanOf(query);
    const format = query.format ?? 'csv';
    const detail = { from: iso(span.from), to: iso(span.to), format };
    const describe = (): void => void response.attachment(`orders-${spanName(detail)}.${format}`).type(TYPES[format]);
    if (request.method === 'HEAD') {
      describe();
      response.end();
      return;
    }
    await this.exports.write(span, format, csvForm(query), response, async () => {
      await this.audit.record({ actor, action: 'order.export', target: null, reason: null, detail });
      describe();
    });
  }
}

/** `20260101T000000Z-20260201T000000Z`, for file names, in which some systems forbid colons. */
export function spanName({ from, to }: { readonly from: string | null; readonly to: string | null }): string {
  const bound = (moment: string | null, without: string): string =>
    moment === null ? without : moment.replaceAll(/[-:]|\.000/g, '');
  return `${bound(from, 'beginning')}-${bound(to, 'now')}`;
}
