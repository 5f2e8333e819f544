import { Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiAcceptedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { CurrentActor } from '../../access/actor.decorator.js';
import type { Actor } from '../../audit/audit.types.js';
import { OrderFileService } from '../../orders/read/order-file.service.js';
import { ApiId } from '../../platform/http/input/api-fields.js';
import { ApiProblems } from '../../platform/http/problem-response.js';
import { DELIVERY_FILE, DELIVERY_LIST } from '../../webhooks/delivery-list.js';
import { DeliveryListService } from '../../webhooks/delivery-list.service.js';
import { Mask } from '../../platform/redaction/for-staff.js';
import { knownOf } from '../orders/order-file.presenter.js';
import { presentDeliveryFile } from './delivery.presenter.js';

class DeliveriesQueryDto extends DELIVERY_LIST.Query {}

@ApiTags('staff')
@Controller('v1/admin/deliveries')
export class DeliveriesController {
  constructor(
    private readonly deliveries: DeliveryListService,
    private readonly orders: OrderFileService,
  ) {}

  @Get()
  @DELIVERY_LIST.describe('Webhook deliveries', 'Newest first; kept for 30 days.')
  async list(@Query() query: DeliveriesQueryDto) {
    return DELIVERY_LIST.show(await this.deliveries.list(query, DELIVERY_LIST.pageAsked(query)));
  }

  @Get(':id')
  @ApiId('a delivery')
  @ApiOperation({ summary: 'A webhook delivery', description: 'With each attempt and its response, masked.' })
  @ApiOkResponse({ type: DELIVERY_FILE.Dto, description: 'The delivery.' })
  @ApiProblems('not_found')
  async get(@Param('id') id: string) {
    const file = await this.deliveries.get(id);
    const { merchantOrderNo } = file.delivery;
    const order = merchantOrderNo === null ? null : await this.orders.find(merchantOrderNo);
    return presentDeliveryFile(file, new Mask(order === null ? [] : knownOf(order, await this.orders.personal(order))));
  }

  @Post(':id/redeliver')
  @HttpCode(202)
  @ApiId('a delivery')
  @ApiOperation({ summary: 'Deliver a message again', description: 'Now, in any state.' })
  @ApiAcceptedResponse({ type: DELIVERY_LIST.item.Dto, description: 'It is on its way.' })
  @ApiProblems('not_found')
  async redeliver(@CurrentActor() actor: Actor, @Param('id') id: string) {
    await this.deliveries.redeliver(actor, id);
    return DELIVERY_LIST.item.show((await this.deliveries.get(id)).delivery);
  }
}
