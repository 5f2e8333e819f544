import { Body, Controller, Get, Param, Patch, Query } from '@nestjs/common';
import { ApiExtraModels, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { CurrentCaller } from '../../access/caller.decorator.js';
import type { ShownBy } from '../../platform/http/answers/shape.js';
import { readOrderedPage } from '../../platform/http/input/ordered-page.js';
import { KeysService } from '../../platform/crypto/keys.service.js';
import { spanOf } from '../../platform/http/input/query.js';
import { ApiOrderNumber } from '../../platform/http/input/api-fields.js';
import { ApiProblems } from '../../platform/http/problem-response.js';
import type { Caller } from '../../platform/callers/caller.js';
import { ALL_ORDERS } from '../../orders/model/order-search.types.js';
import type { OrderFilter } from '../../orders/model/order-search.types.js';
import { OrderListService } from '../order-list.service.js';
import { ORDER_LIST, OrderListQueryDto, sharedFilterOf } from './order-list.dto.js';
import { OrderDto, OrderNotesDto } from './order.dto.js';
import { ORDER_REFERENCE } from './order-schema.js';
import { OrderView } from './order-view.presenter.js';
import { OrdersService } from '../orders.service.js';
import { OrderEditsService } from '../../orders/write/order-edits.service.js';
import { SellOrderDto } from './sell-order.dto.js';

@ApiTags('orders')
@Controller('v1/orders')
export class OrdersController {
  constructor(
    private readonly orders: OrdersService,
    private readonly view: OrderView,
    private readonly lists: OrderListService,
    private readonly edits: OrderEditsService,
    private readonly keys: KeysService,
  ) {}

  @Get()
  @ApiOperation({
    summary: 'List orders',
    description:
      'The orders that the key can see; they match all filters. A page can be short or empty while it has a `nextCursor`: continue until ' +
      'there is none. With `order=updated` no change is skipped, even if it commits late: continue from your last cursor.',
  })
  @ApiExtraModels(OrderDto, SellOrderDto)
  @ApiOkResponse({ type: ORDER_LIST.Dto, description: 'A page of orders.' })
  @ApiProblems('cursor_expired')
  async list(@CurrentCaller() caller: Caller, @Query() query: OrderListQueryDto): Promise<ShownBy<typeof ORDER_LIST>> {
    const filter = filterOf(query);
    const { rows, nextCursor } = await readOrderedPage(query, await this.keys.ring(), {
      newest: (page) => this.lists.newest(caller, filter, page),
      changed: (request) => this.lists.changed(caller, filter, request),
    });
    return { items: await Promise.all(rows.map((state) => this.view.of(state, caller))), nextCursor };
  }

  @Get(':merchantOrderNo')
  @ApiOperation({
    summary: 'Read an order',
    description: 'The current order. Reading also makes the service poll the provider soon.',
  })
  @ApiOrderNumber()
  @ApiExtraModels(OrderDto, SellOrderDto)
  @ApiOkResponse({ description: 'A purchase, or a sale.', schema: ORDER_REFERENCE })
  @ApiProblems('not_found', 'order_in_review')
  async read(
    @CurrentCaller() caller: Caller,
    @Param('merchantOrderNo') number: string,
  ): Promise<OrderDto | SellOrderDto> {
    return this.view.of(await this.orders.readAndPoll(caller, number), caller);
  }

  @Patch(':merchantOrderNo')
  @ApiOperation({
    summary: 'Set metadata of an order',
    description:
      'Sets the given names of `metadata` and keeps the others; an empty text or null deletes a name. This does not change the ' +
      'order: `version` and `updatedAt` stay, and no webhook is sent.',
  })
  @ApiOrderNumber()
  @ApiOkResponse({ description: 'The order with its metadata.', schema: ORDER_REFERENCE })
  @ApiProblems('order_in_review', 'not_found')
  async note(
    @CurrentCaller() caller: Caller,
    @Param('merchantOrderNo') number: string,
    @Body() { metadata }: OrderNotesDto,
  ): Promise<OrderDto | SellOrderDto> {
    // A client secret alone gives no access to metadata.
    const state = await this.orders.findVisible({ ...caller, clientSecret: null }, number);
    return this.view.of(await this.edits.changeMetadata(state, metadata), caller);
  }
}

function filterOf(query: OrderListQueryDto): OrderFilter {
  const { customer, createdFrom, createdTo } = query;
  const created = spanOf({ from: createdFrom, to: createdTo }, ['createdFrom', 'createdTo']);
  return {
    ...ALL_ORDERS,
    ...created,
    ...sharedFilterOf(query),
    customerId: customer ?? null,
  };
}
