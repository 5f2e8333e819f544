import { Body, Controller, HttpCode, Post, Res } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { CurrentCaller } from '../../access/caller.decorator.js';
import { ORDER_LOCATION } from '../../platform/http/input/api-fields.js';
import { ApiProblems } from '../../platform/http/problem-response.js';
import type { Caller } from '../../platform/callers/caller.js';
import { wrongFields } from '../../platform/problems/problem.js';
import { ClientSecretService } from '../../orders/secrets/client-secret.service.js';
import { OrderView } from './order-view.presenter.js';
import { RegistrationService } from '../../orders/write/registration.service.js';
import type { SaleToRegister } from '../../orders/write/registration.service.js';
import { RegisteredSaleDto, SellOrderRequestDto } from './sell-order.dto.js';

@ApiTags('orders')
@Controller('v1/sell-orders')
export class SellOrdersController {
  constructor(
    private readonly registrations: RegistrationService,
    private readonly view: OrderView,
    private readonly secrets: ClientSecretService,
  ) {}

  @Post()
  @HttpCode(201)
  @ApiOperation({
    summary: 'Watch a sale',
    description:
      'A customer sells crypto on the provider\u2019s own pages; registered here, the sale is watched like a purchase. It may be registered before it is made, and registering it again is safe. For API keys of scope `all`: whoever registers a sale reads it.',
  })
  @ApiCreatedResponse({
    type: RegisteredSaleDto,
    description: 'The sale is watched from now on.',
    headers: ORDER_LOCATION,
  })
  @ApiOkResponse({ type: RegisteredSaleDto, description: 'The same sale again.', headers: ORDER_LOCATION })
  @ApiProblems('merchant_order_no_conflict', 'order_in_review', 'paused')
  async register(
    @CurrentCaller() caller: Caller,
    @Body() body: SellOrderRequestDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<RegisteredSaleDto> {
    const { isNew, state } = await this.registrations.register(caller, saleOf(body));
    response.status(isNew ? 201 : 200).location(`/v1/orders/${state.order.merchantOrderNo}`);
    const [order, clientSecret] = await Promise.all([this.view.ofSale(state, caller), this.secrets.of(state)]);
    return { ...order, clientSecret };
  }
}

function saleOf({ merchantOrderNo, orderNo, customer, metadata }: SellOrderRequestDto): SaleToRegister {
  const sale = {
    merchantOrderNo: merchantOrderNo ?? null,
    orderNo: orderNo ?? null,
    customerId: customer?.id ?? null,
    metadata: metadata ?? {},
  };
  if (sale.merchantOrderNo !== null || sale.orderNo !== null) return sale;
  const message = 'either merchantOrderNo or orderNo is required';
  throw wrongFields(['merchantOrderNo', 'orderNo'].map((field) => ({ field, message })));
}
