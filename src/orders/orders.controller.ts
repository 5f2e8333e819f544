import { Controller, Get, Param } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { CurrentCaller } from '../access/caller.decorator.js';
import { Settings } from '../config/settings.js';
import { ApiProblems } from '../http/problem-schema.js';
import type { Caller } from '../shared/caller.js';
import { OrderDto } from './order.dto.js';
import { presentOrder } from './order.presenter.js';
import { OrdersService } from './orders.service.js';

@ApiTags('orders')
@Controller('v1/orders')
export class OrdersController {
  constructor(
    private readonly orders: OrdersService,
    private readonly settings: Settings,
  ) {}

  /** The order as it is known now. */
  @Get(':merchantOrderNo')
  @ApiOperation({
    summary: 'Read an order',
    description: 'Reading also makes the service ask the provider again soon.',
  })
  @ApiProblems('unauthenticated', 'not_found', 'unavailable')
  async read(@CurrentCaller() caller: Caller, @Param('merchantOrderNo') number: string): Promise<OrderDto> {
    return presentOrder(await this.orders.read(caller, number), this.settings.orders.payUrlTtlMs);
  }
}
