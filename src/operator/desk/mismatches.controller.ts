import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiProperty, ApiTags } from '@nestjs/swagger';
import { CurrentActor } from '../../access/actor.decorator.js';
import type { Actor } from '../../audit/audit.types.js';
import { TRADE_STATUSES } from '../../orders/model/order-status.js';
import { MISMATCH_LIST } from '../../orders/storage/mismatch-list.js';
import { flag, one, oneOf, shape, text } from '../../platform/http/answers/shape.js';
import { IsReason } from '../../platform/http/input/rules.js';
import { ApiId } from '../../platform/http/input/api-fields.js';
import { ApiProblems } from '../../platform/http/problem-response.js';
import { MismatchesService } from './mismatches.service.js';

const ORDER = shape('ResolvedOrderDto', {
  merchantOrderNo: text("The order's number.", 'A-1001'),
  status: oneOf("The order's status; a resolution never changes it.", TRADE_STATUSES, 'COMPLETED'),
  inReview: flag('Is another mismatch of the order open?', false),
});
const RESOLVED = shape('ResolvedMismatchDto', {
  mismatch: one('The mismatch after the resolution.', MISMATCH_LIST.item),
  order: one('Its order.', ORDER),
});

class ResolveDto {
  @ApiProperty({
    type: String,
    description:
      'The cause, and why the mismatch is acceptable, in one line. Kept with the mismatch and in the audit log: write\nnothing personal.',
    minLength: 3,
    maxLength: 1000,
    example: 'The customer changed the wallet with the provider\u2019s support; ticket 4711.',
  })
  @IsReason(3, 1000)
  note!: string;
}

class MismatchesQueryDto extends MISMATCH_LIST.Query {}

@ApiTags('staff')
@Controller('v1/admin/mismatches')
export class MismatchesController {
  constructor(private readonly mismatches: MismatchesService) {}

  @Get()
  @MISMATCH_LIST.describe('Mismatches', 'Newest first. An order is in review until all its mismatches are resolved.')
  async list(@Query() query: MismatchesQueryDto) {
    return MISMATCH_LIST.show(await this.mismatches.list(query, MISMATCH_LIST.pageAsked(query)));
  }

  @Post(':id/resolve')
  @HttpCode(200)
  @ApiId('a mismatch')
  @ApiOperation({
    summary: 'Resolve a mismatch',
    description:
      'The order leaves review with its last open mismatch; its status still follows the provider. ' +
      'A repeat by the same caller returns the stored resolution; a mismatch that another caller has resolved, or the provider has ' +
      'corrected, gives `not_found`.',
  })
  @ApiOkResponse({ type: RESOLVED.Dto, description: 'The mismatch is resolved.' })
  @ApiProblems('order_in_review', 'not_found')
  async resolve(@CurrentActor() actor: Actor, @Param('id') id: string, @Body() { note }: ResolveDto) {
    const mismatch = await this.mismatches.resolve(actor, id, note.trim());
    return RESOLVED.show({ mismatch, order: mismatch });
  }
}
