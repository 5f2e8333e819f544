import { Controller, Get, Param } from '@nestjs/common';
import { ApiExtraModels, ApiOkResponse, ApiOperation, ApiTags, getSchemaPath } from '@nestjs/swagger';
import { CurrentCaller } from '../access/caller.decorator.js';
import { ApiProblems } from '../http/problem-schema.js';
import type { Caller } from '../shared/caller.js';
import { OrderDto } from './order.dto.js';
import { OrderView } from './order-view.presenter.js';
import { OrdersService } from './orders.service.js';
import { SellOrderDto } from './sell-order.dto.js';

@ApiTags('orders')
@Controller('v1/orders')
export class OrdersController {
  constructor(
    private readonly orders: OrdersService,
    private readonly view: OrderView,
  ) {}

  /** The order as it is known now. */
  @Get(':merchantOrderNo')
  @ApiOperation({
    summary: 'Read an order',
    description: 'Reading also makes the service ask the provider again soon.',
  })
  @ApiExtraModels(OrderDto, SellOrderDto)
  @ApiOkResponse({
    description: 'A purchase, or a sale.',
    schema: { oneOf: [{ $ref: getSchemaPath(OrderDto) }, { $ref: getSchemaPath(SellOrderDto) }] },
  })
  @ApiProblems('unauthenticated', 'not_found', 'unavailable')
  async read(
    @CurrentCaller() caller: Caller,
    @Param('merchantOrderNo') number: string,
  ): Promise<OrderDto | SellOrderDto> {
    return this.view.of(await this.orders.read(caller, number));
  }
}
