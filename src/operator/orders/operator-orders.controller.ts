import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { CurrentActor } from '../../access/actor.decorator.js';
import type { Actor } from '../../audit/audit.types.js';
import { ApiOrderNumber } from '../../platform/http/input/api-fields.js';
import { ApiProblems } from '../../platform/http/problem-response.js';
import { ALL_ORDERS } from '../../orders/model/order-search.types.js';
import type { OrderFilter } from '../../orders/model/order-search.types.js';
import { MERCHANT_ORDER_NO } from '../../platform/terms/order.js';
import { encodeCursor } from '../../platform/http/input/cursor.js';
import { pageAsked, spanAsked } from '../../platform/http/input/query.js';
import { LISTED_ORDERS } from './listed-order.dto.js';
import { listedOf } from './listed-order.presenter.js';
import { OperatorOrdersService } from './operator-orders.service.js';
import { ORDER_FILE } from './order-file.dto.js';
import { presentFile } from './order-file.presenter.js';
import { OrderQueryDto } from './order-query.dto.js';

/** Staff's view of all orders. No route sets a status. */
@ApiTags('staff: orders')
@Controller('v1/admin/orders')
export class OperatorOrdersController {
  constructor(private readonly orders: OperatorOrdersService) {}

  @Get()
  @ApiOperation({
    summary: 'Find orders',
    description:
      'Newest first. All filters must match. A page may be short or empty and still have a `nextCursor`: continue until there is none. ' +
      'The audit log records each search by `text`.',
  })
  @ApiOkResponse({ type: LISTED_ORDERS.Dto, description: 'A page of the matches.' })
  async list(@CurrentActor() actor: Actor, @Query() query: OrderQueryDto) {
    const { rows, next } = await this.orders.search(filterOf(query), pageAsked(query, MERCHANT_ORDER_NO), actor);
    return LISTED_ORDERS.show({ items: rows.map(listedOf), nextCursor: next && encodeCursor(next) });
  }

  @Get(':merchantOrderNo')
  @ApiOrderNumber()
  @ApiOperation({
    summary: 'Read the whole file of an order',
    description:
      'Its state, its whole history with the evidence, mismatches and callbacks. Personal data is masked. The audit log records each reader.',
  })
  @ApiOkResponse({ type: ORDER_FILE.Dto, description: 'The file, as of one moment.' })
  @ApiProblems('not_found')
  async read(@CurrentActor() actor: Actor, @Param('merchantOrderNo') number: string) {
    return presentFile(await this.orders.read(number, actor));
  }
}

function filterOf(query: OrderQueryDto): OrderFilter {
  const { status, side, inReview, text } = query;
  return {
    ...ALL_ORDERS,
    statuses: status === undefined ? null : [...new Set(status)],
    side: side ?? null,
    inReview: inReview === undefined ? null : inReview === 'true',
    ...spanAsked(query),
    text: text ?? null,
  };
}
