import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { ApiProblems } from '../../platform/http/problems/problem-schema.js';
import { RunsService } from '../../reconciliation/runs.service.js';
import { encodeCursor } from '../../platform/http/input/cursor.js';
import { pageAsked, spanAsked, UUID } from '../../platform/http/input/queries.js';
import { RunsDto, RunsQueryDto } from './runs.dto.js';

@ApiTags('staff')
@Controller('v1/admin/runs')
export class RunsController {
  constructor(private readonly runs: RunsService) {}

  @Get()
  @ApiOperation({ summary: 'Reconciliation runs', description: 'Of all replicas, newest first.' })
  @ApiOkResponse({ type: RunsDto, description: 'A page of the list.' })
  @ApiProblems('invalid_request', 'unauthenticated', 'forbidden', 'unavailable')
  async list(@Query() query: RunsQueryDto): Promise<RunsDto> {
    const { rows, next } = await this.runs.list(spanAsked(query), pageAsked(query, UUID));
    const items = rows.map(({ id, startedAt, finishedAt, claimed, answered, changed, unanswered }) => ({
      id,
      startedAt: startedAt.toISOString(),
      finishedAt: finishedAt.toISOString(),
      claimed,
      answered,
      changed,
      unanswered,
    }));
    return { items, nextCursor: next && encodeCursor(next) };
  }
}
