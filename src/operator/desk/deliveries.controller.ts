import { Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiAcceptedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { CurrentActor } from '../../access/actor.decorator.js';
import type { Actor } from '../../audit/audit.types.js';
import { OrderFileService } from '../../reading/order-file.service.js';
import { ApiId } from '../../platform/http/input/api-fields.js';
import { ApiProblems } from '../../platform/http/problem-response.js';
import { DELIVERY_FILE, DELIVERY_LIST, DeliveryListService } from '../../webhooks/delivery-list.service.js';
import { Database } from '../../platform/database/database.js';
import { Mask } from '../../platform/redaction/for-staff.js';
import { personalValuesOf } from '../orders/order-file.presenter.js';

class DeliveriesQueryDto extends DELIVERY_LIST.Query {}

@ApiTags('staff')
@Controller('v1/admin/deliveries')
export class DeliveriesController {
  constructor(
    private readonly database: Database,
    private readonly deliveries: DeliveryListService,
    private readonly orders: OrderFileService,
  ) {}

  @Get()
  @DELIVERY_LIST.describe('Webhook deliveries', 'Newest first; kept for 30 days.')
  list(@Query() query: DeliveriesQueryDto) {
    return DELIVERY_LIST.answer(this.database, query);
  }

  @Get(':id')
  @ApiId('a delivery')
  @ApiOperation({ summary: 'A webhook delivery', description: 'With each attempt and its response, masked.' })
  @ApiOkResponse({ type: DELIVERY_FILE.Dto, description: 'The delivery.' })
  @ApiProblems('not_found')
  async get(@Param('id') id: string) {
    const { delivery, attempts } = await this.deliveries.get(id);
    const { merchantOrderNo } = delivery;
    const order = merchantOrderNo === null ? null : await this.orders.find(merchantOrderNo);
    // An answer may repeat personal data of the order, or name other people.
    const mask = new Mask(order === null ? [] : personalValuesOf(order, await this.orders.personal(order)));
    const tries = attempts.map((attempt) => ({ ...attempt, answer: maskedAnswer(attempt.answer, mask) }));
    return DELIVERY_FILE.show({ ...delivery, tries });
  }

  @Post(':id/redeliver')
  @HttpCode(202)
  @ApiId('a delivery')
  @ApiOperation({ summary: 'Deliver a message again', description: 'Now, in any state.' })
  @ApiAcceptedResponse({ type: DELIVERY_LIST.item.Dto, description: 'Accepted; the delivery follows.' })
  @ApiProblems('not_found')
  async redeliver(@CurrentActor() actor: Actor, @Param('id') id: string) {
    await this.deliveries.redeliver(actor, id);
    return DELIVERY_LIST.item.show((await this.deliveries.get(id)).delivery);
  }
}

function maskedAnswer(answer: string | null, mask: Mask): string | null {
  if (answer === null) return null;
  try {
    return JSON.stringify(mask.raw(JSON.parse(answer)));
  } catch {
    return mask.text(answer);
  }
}
