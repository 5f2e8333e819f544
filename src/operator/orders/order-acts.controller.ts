import { Body, Controller, HttpCode, Param, Post, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { CurrentActor } from '../../access/actor.decorator.js';
import type { Actor } from '../../audit/audit.types.js';
import { RETRY_AFTER, ApiOrderNumber } from '../../platform/http/input/api-fields.js';
import { ApiProblems } from '../../platform/http/problem-response.js';
import { RETRY_AFTER_S } from '../../platform/problems/problem.js';
import { OperatorOrdersService } from './operator-orders.service.js';
import { ASKED_ORDER, OptionalReasonDto, ReasonDto, REVEALED_ORDER, REVOKED_SECRET } from './order-acts.dto.js';
import { fileOf } from './order-file.presenter.js';
import { presentRevealed } from './revealed-order.presenter.js';

/** Staff's acts on one order. The audit log records each before it happens. */
@ApiTags('staff: orders')
@Controller('v1/admin/orders')
export class OrderActsController {
  constructor(private readonly orders: OperatorOrdersService) {}

  @Post(':merchantOrderNo/reveal')
  @HttpCode(200)
  @ApiOrderNumber()
  @ApiOperation({
    summary: 'Reveal personal data',
    description:
      'Of this one order, not masked. The audit log records who revealed it, when, from where and why. ' +
      'Each member of staff may reveal `REVEALS_PER_HOUR` orders an hour; then 429 with `Retry-After`.',
  })
  @ApiOkResponse({ type: REVEALED_ORDER.Dto, description: 'The personal data of the order.' })
  @ApiProblems('not_found')
  async reveal(@CurrentActor() actor: Actor, @Param('merchantOrderNo') number: string, @Body() { reason }: ReasonDto) {
    return presentRevealed(await this.orders.reveal(number, actor, reason));
  }

  @Post(':merchantOrderNo/ask')
  @HttpCode(200)
  @ApiOrderNumber()
  @ApiOperation({
    summary: 'Query the provider now',
    description: 'About all trades of the order. `answered` states the outcome; after `Retry-After` a repeat may help.',
  })
  @ApiOkResponse({
    type: ASKED_ORDER.Dto,
    description: 'The outcome; `Retry-After` is present only if the provider has not answered.',
    headers: RETRY_AFTER,
  })
  @ApiProblems('order_in_review', 'not_found')
  async ask(
    @CurrentActor() actor: Actor,
    @Param('merchantOrderNo') number: string,
    @Body() { reason }: OptionalReasonDto,
    @Res({ passthrough: true }) response: Response,
  ) {
    const { asked, answered, unanswered, report } = await this.orders.ask(number, actor, reason ?? null);
    if (unanswered) response.setHeader('Retry-After', String(RETRY_AFTER_S));
    return ASKED_ORDER.show({ asked, answered, order: fileOf(report) });
  }

  @Post(':merchantOrderNo/revoke-secret')
  @HttpCode(200)
  @ApiOrderNumber()
  @ApiOperation({
    summary: 'Revoke the client secrets of an order',
    description: 'All of them become invalid. A repeat of the checkout returns a new one.',
  })
  @ApiOkResponse({ type: REVOKED_SECRET.Dto, description: 'The secrets are revoked.' })
  @ApiProblems('order_in_review', 'not_found')
  async revokeSecret(
    @CurrentActor() actor: Actor,
    @Param('merchantOrderNo') merchantOrderNo: string,
    @Body() { reason }: ReasonDto,
  ) {
    await this.orders.revokeSecret(merchantOrderNo, actor, reason);
    return { merchantOrderNo };
  }
}
