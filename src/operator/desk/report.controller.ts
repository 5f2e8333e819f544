import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import { ApiExtraModels, ApiOkResponse, ApiOperation, ApiTags, getSchemaPath } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { CurrentActor } from '../../access/actor.decorator.js';
import { ReportExportService } from '../../accounting/report/report-export.service.js';
import { REPORT } from '../../accounting/report/report.types.js';
import { AuditService } from '../../audit/audit.service.js';
import type { Actor } from '../../audit/audit.types.js';
import { spanOf } from '../../platform/http/input/query.js';
import { iso } from '../../platform/time/time.js';
import { spanName } from '../orders/order-export.controller.js';
import { csvForm, ReportQueryDto } from '../orders/order-query.dto.js';

const CSV = 'section,item,figure,unit,value\r\norders by bucket,ended,orders,,20\r\n';

@ApiTags('staff')
@Controller('v1/admin/report')
export class ReportController {
  constructor(
    private readonly reports: ReportExportService,
    private readonly audit: AuditService,
  ) {}

  @Get()
  @ApiOperation({
    summary: 'The accounting report',
    description:
      'Every order of the span in exactly one bucket, and the money that moved. One at a time: while another one is being made, ' +
      'the response is 503 with `Retry-After`.',
  })
  @ApiExtraModels(REPORT.Dto)
  @ApiOkResponse({
    description: 'All figures are of one moment. As CSV: one record per figure (`section,item,figure,unit,value`).',
    content: {
      'application/json': { schema: { $ref: getSchemaPath('ReportDto') } },
      'text/csv': { schema: { type: 'string', example: CSV } },
    },
  })
  async export(
    @CurrentActor() actor: Actor,
    @Query() query: ReportQueryDto,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const span = spanOf(query);
    const format = query.format ?? formatOf(request);
    const by = query.by ?? 'created';
    const detail = { from: iso(span.from), to: iso(span.to), by, format };
    const report = await this.reports.report(span, by, () =>
      this.audit.record({ actor, action: 'report.export', target: null, reason: null, detail }),
    );
    response.vary('Accept');
    if (format === 'json') response.json(report);
    else
      response
        .attachment(`report-${by === 'created' ? '' : 'completed-'}${spanName(detail)}.csv`)
        .type('text/csv')
        .send(this.reports.csvOf(report, csvForm(query)));
  }
}

function formatOf(request: Request): 'json' | 'csv' {
  return request.accepts(['application/json', 'text/csv']) === 'text/csv' ? 'csv' : 'json';
}
