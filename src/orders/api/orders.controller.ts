import { Body, Controller, Get, Param, Patch } from '@nestjs/common';
import { ApiExtraModels, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { CurrentCaller } from '../../access/caller.decorator.js';
import { ApiOrderNumber } from '../../platform/http/input/parameters.js';
import { ApiProblems } from '../../platform/http/problems/problem-schema.js';
import type { Caller } from '../../platform/shared/caller.js';
import { OrderDto, OrderNotesDto } from './order.dto.js';
import { ORDER_REFERENCE } from './order-schema.js';
import { OrderView } from './order-view.presenter.js';
import { OrdersService } from '../read/orders.service.js';
import { MetadataService } from '../write/metadata.service.js';
import { SellOrderDto } from './sell-order.dto.js';

@ApiTags('orders')
@Controller('v1/orders')
export class OrdersController {
  constructor(
    private readonly orders: OrdersService,
    private readonly view: OrderView,
    private readonly metadata: MetadataService,
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

  @Patch(':merchantOrderNo')
  @ApiOperation({
    summary: 'Note something on an order',
    description:
      'Sets the names of `metadata` that are given and leaves the others; an empty text or null takes a name away. It is no ' +
      'change of the order: `version` and `updatedAt` stay, and no webhook tells of it.',
  })
  @ApiOrderNumber()
  @ApiOkResponse({ description: 'The order, with all that is noted now.', schema: ORDER_REFERENCE })
  @ApiProblems('invalid_request', 'unauthenticated', 'forbidden', 'not_found', 'payload_too_large', 'unavailable')
  async note(
    @CurrentCaller() caller: Caller,
    @Param('merchantOrderNo') number: string,
    @Body() { metadata }: OrderNotesDto,
  ): Promise<OrderDto | SellOrderDto> {
    // Who has an order's secret alone is not shown what is noted, and does not change it.
    const state = await this.orders.seen({ ...caller, clientSecret: null }, number);
    return this.view.of(await this.metadata.change(state, metadata), caller);
  }
}
