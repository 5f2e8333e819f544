import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiPropertyOptional, ApiTags } from '@nestjs/swagger';
import { IsIn, IsOptional } from 'class-validator';
import type { Request, Response } from 'express';
import { CurrentActor } from '../../access/actor.decorator.js';
import { OrderExportService } from '../../accounting/export/order-export.service.js';
import { EXPORT_FORMATS } from '../../accounting/export/export.types.js';
import type { ExportFormat } from '../../accounting/export/export.types.js';
import { AuditService } from '../../audit/audit.service.js';
import type { Actor } from '../../audit/audit.types.js';
import { iso, spanAsked } from '../../platform/http/input/queries.js';
import { IsSpanEnd } from '../../platform/http/input/query.decorators.js';
import { ApiProblems } from '../../platform/http/problems/problem-schema.js';
import { spanName } from '../span-name.js';

const TYPES = { csv: 'text/csv', jsonl: 'application/x-ndjson' } as const;

/** Which orders to export, and how. */
export class OrderExportQueryDto {
  /** Orders created at this time or later: a date (its midnight, UTC) or an RFC 3339 time. */
  @IsSpanEnd('2026-01-01')
  from?: string;

  /** Orders created before this time. */
  @IsSpanEnd('2026-02-01')
  to?: string;

  /** Records under a header (RFC 4180), or a JSON object to a line. */
  @ApiPropertyOptional({ enum: EXPORT_FORMATS, default: 'csv', example: 'jsonl' })
  @IsOptional()
  @IsIn(EXPORT_FORMATS)
  format?: ExportFormat;
}

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
      'A line for each order of the span, oldest first: number, dates, status, amounts, fees, hash, customer and metadata. ' +
      'It is written as it is read; one that breaks off is not whole. Who exports what is written down first.',
  })
  @ApiOkResponse({
    description: 'All orders that were created in the span.',
    content: {
      [TYPES.csv]: { schema: { type: 'string', example: 'merchantOrderNo,side,status\r\nA-1001,BUY,COMPLETED\r\n' } },
      [TYPES.jsonl]: { schema: { type: 'string', example: '{"merchantOrderNo":"A-1001","side":"BUY"}\n' } },
    },
  })
  @ApiProblems('invalid_request', 'unauthenticated', 'forbidden', 'unavailable')
  async export(
    @CurrentActor() actor: Actor,
    @Query() query: OrderExportQueryDto,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const span = spanAsked(query);
    const format = query.format ?? 'csv';
    const detail = { from: iso(span.from), to: iso(span.to), format };
    const describe = (): void => void response.attachment(`orders-${spanName(detail)}.${format}`).type(TYPES[format]);
    if (request.method === 'HEAD') {
      describe();
      response.end();
      return;
    }
    await this.exports.write(span, format, response, async () => {
      await this.audit.record({ actor, action: 'order.export', target: null, reason: null, detail });
      describe();
    });
  }
}
