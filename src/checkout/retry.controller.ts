import { Body, Controller, HttpCode, Param, Post, Res } from '@nestjs/common';
import { ApiAcceptedResponse, ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { CurrentCaller } from '../access/caller.decorator.js';
import { RETRY_AFTER, ApiOrderNumber } from '../platform/http/input/api-fields.js';
import { ApiProblems } from '../platform/http/problem-response.js';
import { OrderDto } from '../orders/api/order.dto.js';
import { OrderView } from '../orders/api/order-view.presenter.js';
import type { Caller } from '../platform/callers/caller.js';
import { RetryRequestDto } from './retry.dto.js';
import { RetryService } from './retry.service.js';

const RETRY_AFTER_S = 2;

@ApiTags('checkout')
@Controller('v1/orders')
export class RetryController {
  constructor(
    private readonly retries: RetryService,
    private readonly view: OrderView,
  ) {}

  @Post(':merchantOrderNo/retry')
  @HttpCode(201)
  @ApiOrderNumber()
  @ApiOperation({
    summary: 'Try an order again',
    description:
      'Makes a new trade of an order that failed, was cancelled, refused or ran out of time, or whose page is no longer ' +
      'shown, once the provider has confirmed that no older trade is paid.',
  })
  @ApiCreatedResponse({ type: OrderDto, description: 'The order with its new trade.' })
  @ApiOkResponse({ type: OrderDto, description: 'The trade that this retry repeats.' })
  @ApiAcceptedResponse({
    type: OrderDto,
    description: 'The outcome is not known yet; `payUrl` is null. Poll again later.',
    headers: RETRY_AFTER,
  })
  @ApiProblems(
    'not_found',
    'order_not_retryable',
    'order_in_review',
    'amount_out_of_range',
    'memo_required',
    'redirect_not_allowed',
    'crypto_not_available',
    'pay_way_not_available',
    'address_invalid',
    'address_at_risk',
    'ramp_configuration',
    'ramp_refused',
    'ramp_protocol',
    'ramp_unavailable',
  )
  async retry(
    @CurrentCaller() caller: Caller,
    @Param('merchantOrderNo') merchantOrderNo: string,
    @Body() body: RetryRequestDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<OrderDto> {
    const { status, state } = await this.retries.retry(caller, merchantOrderNo, {
      payWayCode: body.payWayCode ?? null,
      after: body.after ?? null,
    });
    response.status(status);
    if (status === 202) response.setHeader('Retry-After', String(RETRY_AFTER_S));
    return this.view.ofPurchase(state, caller);
  }
}
