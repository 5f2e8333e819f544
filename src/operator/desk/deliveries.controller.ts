import { Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiAcceptedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { CurrentActor } from '../../access/actor.decorator.js';
import type { Actor } from '../../audit/audit.types.js';
import { OrderFileService } from '../../orders/read/order-file.service.js';
import { ApiId } from '../../platform/http/input/parameters.js';
import { ApiProblems } from '../../platform/http/problems/problem-schema.js';
import { DeliveryListService } from '../../webhooks/delivery-list.service.js';
import { Mask } from '../../platform/redaction/for-staff.js';
import { knownOf } from '../orders/order-file.presenter.js';
import { encodeCursor } from '../../platform/http/input/cursor.js';
import { pageAsked, spanAsked, UUID } from '../../platform/http/input/queries.js';
import { presentDelivery, presentDeliveryFile } from './delivery.presenter.js';
import { DeliveriesDto, DeliveriesQueryDto, DeliveryDto, DeliveryFileDto } from './deliveries.dto.js';

@ApiTags('staff')
@Controller('v1/admin/deliveries')
export class DeliveriesController {
  constructor(
    private readonly deliveries: DeliveryListService,
    private readonly orders: OrderFileService,
  ) {}

  @Get()
  @ApiOperation({ summary: 'Webhook deliveries', description: 'Newest first; kept for 30 days.' })
  @ApiOkResponse({ type: DeliveriesDto, description: 'A page of the list.' })
  @ApiProblems('invalid_request', 'unauthenticated', 'forbidden', 'unavailable')
  async list(@Query() query: DeliveriesQueryDto): Promise<DeliveriesDto> {
    const { endpointId = null, event = null, merchantOrderNo = null, state = null } = query;
    const filter = { endpointId, event, merchantOrderNo, state, ...spanAsked(query) };
    const { rows, next } = await this.deliveries.list(filter, pageAsked(query, UUID));
    return { items: rows.map(presentDelivery), nextCursor: next && encodeCursor(next) };
  }

  @Get(':id')
  @ApiId('a delivery')
  @ApiOperation({ summary: 'A webhook delivery', description: 'With each attempt and what was answered, masked.' })
  @ApiOkResponse({ type: DeliveryFileDto, description: 'The delivery.' })
  @ApiProblems('unauthenticated', 'forbidden', 'not_found', 'unavailable')
  async get(@Param('id') id: string): Promise<DeliveryFileDto> {
    const file = await this.deliveries.get(id);
    const { merchantOrderNo } = file.delivery;
    const order = merchantOrderNo === null ? null : await this.orders.find(merchantOrderNo);
    return presentDeliveryFile(file, new Mask(order === null ? [] : knownOf(order, await this.orders.personal(order))));
  }

  @Post(':id/redeliver')
  @HttpCode(202)
  @ApiId('a delivery')
  @ApiOperation({ summary: 'Deliver a message again', description: 'Now, whatever became of it before.' })
  @ApiAcceptedResponse({ type: DeliveryDto, description: 'It is on its way.' })
  @ApiProblems('unauthenticated', 'forbidden', 'not_found', 'unavailable')
  async redeliver(@CurrentActor() actor: Actor, @Param('id') id: string): Promise<DeliveryDto> {
    await this.deliveries.redeliver(actor, id);
    return presentDelivery((await this.deliveries.get(id)).delivery);
  }
}
