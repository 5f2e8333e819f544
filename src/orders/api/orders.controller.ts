import { Controller, Get, Param } from '@nestjs/common';
import { ApiExtraModels, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { CurrentCaller } from '../../access/caller.decorator.js';
import { ApiOrderNumber } from '../../platform/http/input/parameters.js';
import { ApiProblems } from '../../platform/http/problems/problem-schema.js';
import type { Caller } from '../../platform/shared/caller.js';
import { OrderDto } from './order.dto.js';
import { ORDER_REFERENCE } from './order-schema.js';
import { OrderView } from './order-view.presenter.js';
import { OrdersService } from '../read/orders.service.js';
import { SellOrderDto } from './sell-order.dto.js';

@ApiTags('orders')
@Controller('v1/orders')
export class OrdersController {
  constructor(
    private readonly orders: OrdersService,
    private readonly view: OrderView,
  ) {}

  @Get(':merchantOrderNo')
  @ApiOperation({
    summary: 'Read an order',
    description: 'The order as it is known now. Reading also makes the service ask the provider again soon.',
  })
  @ApiOrderNumber()
  @ApiExtraModels(OrderDto, SellOrderDto)
  @ApiOkResponse({ description: 'A purchase, or a sale.', schema: ORDER_REFERENCE })
  @ApiProblems('unauthenticated', 'not_found', 'unavailable')
  async read(
    @CurrentCaller() caller: Caller,
    @Param('merchantOrderNo') number: string,
  ): Promise<OrderDto | SellOrderDto> {
    return this.view.of(await this.orders.read(caller, number), caller);
  }
}
