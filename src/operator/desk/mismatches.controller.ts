import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { CurrentActor } from '../../access/actor.decorator.js';
import type { Actor } from '../../audit/audit.types.js';
import { ApiId } from '../../platform/http/input/parameters.js';
import { ApiProblems, OF_A_BODY } from '../../platform/http/problems/problem-schema.js';
import { MismatchListService } from '../../orders/read/mismatch-list.service.js';
import type { ListedMismatch } from '../../orders/model/mismatch.types.js';
import { encodeCursor } from '../../platform/http/input/cursor.js';
import { MismatchesDto, MismatchesQueryDto, ResolvedMismatchDto, ResolveDto } from './mismatches.dto.js';
import type { MismatchDto } from './mismatches.dto.js';
import { pageAsked, UUID } from '../../platform/http/input/queries.js';
import { iso } from '../../platform/shared/moment.js';
import { ResolveService } from './resolve.service.js';

@ApiTags('staff')
@Controller('v1/admin/mismatches')
export class MismatchesController {
  constructor(
    private readonly mismatches: MismatchListService,
    private readonly resolutions: ResolveService,
  ) {}

  @Get()
  @ApiOperation({
    summary: 'Mismatches',
    description: 'Newest first. Until all of its own are resolved, an order is in review.',
  })
  @ApiOkResponse({ type: MismatchesDto, description: 'A page of the list.' })
  @ApiProblems('invalid_request', 'unauthenticated', 'forbidden', 'unavailable')
  async list(@Query() query: MismatchesQueryDto): Promise<MismatchesDto> {
    const { state = 'open', kind = null, merchantOrderNo = null } = query;
    const { rows, next } = await this.mismatches.list({ state, kind, merchantOrderNo }, pageAsked(query, UUID));
    return { items: rows.map(presentMismatch), nextCursor: next && encodeCursor(next) };
  }

  @Post(':id/resolve')
  @HttpCode(200)
  @ApiId('a mismatch')
  @ApiOperation({
    summary: 'Settle a mismatch',
    description:
      'Somebody has looked into it. The order leaves review with its last mismatch; its status stays what the provider says. ' +
      'The same from the same caller again answers with what is stored; what somebody else has resolved, or the provider has ' +
      'corrected, is not found.',
  })
  @ApiOkResponse({ type: ResolvedMismatchDto, description: 'It is resolved.' })
  @ApiProblems('order_in_review', ...OF_A_BODY)
  async resolve(
    @CurrentActor() actor: Actor,
    @Param('id') id: string,
    @Body() { note }: ResolveDto,
  ): Promise<ResolvedMismatchDto> {
    const mismatch = await this.resolutions.resolve(actor, id, note.trim());
    const { merchantOrderNo, status, inReview } = mismatch;
    return { mismatch: presentMismatch(mismatch), order: { merchantOrderNo, status, inReview } };
  }
}

function presentMismatch(mismatch: ListedMismatch): MismatchDto {
  return {
    id: mismatch.id,
    merchantOrderNo: mismatch.merchantOrderNo,
    tradeNo: mismatch.tradeNo,
    kind: mismatch.kind,
    field: mismatch.field,
    asked: mismatch.asked,
    seen: mismatch.seen,
    openedAt: mismatch.openedAt.toISOString(),
    resolvedAt: iso(mismatch.resolvedAt),
    resolvedBy: mismatch.resolvedBy,
    note: mismatch.note,
  };
}
