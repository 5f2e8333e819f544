import { Body, Controller, Headers, HttpCode, Ip, Post, Res } from '@nestjs/common';
import {
  ApiAcceptedResponse,
  ApiCreatedResponse,
  ApiHeader,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import type { Response } from 'express';
import { CurrentCaller } from '../access/caller.decorator.js';
import { ORDER_LOCATION, RETRY_AFTER } from '../platform/http/input/headers.js';
import { problemOf } from '../platform/http/problems/problem-of.js';
import { ApiProblems } from '../platform/http/problems/problem-schema.js';
import { OrderView } from '../orders/api/order-view.presenter.js';
import type { TradeCustomer } from '../ramp/port/ramp.types.js';
import { widerBlock } from '../platform/shared/address-block.js';
import { mayActForCustomers } from '../platform/shared/caller.js';
import type { Caller } from '../platform/shared/caller.js';
import { Problem, PROBLEM_TEXTS, wrongField } from '../platform/shared/problem.js';
import { Metrics } from '../platform/telemetry/metrics.js';
import { CheckoutRequestDto, CheckoutDto } from './checkout.dto.js';
import { CheckoutService } from './checkout.service.js';
import { OUTCOMES } from './checkout.types.js';
import type { CheckoutAnswer, CheckoutRequest } from './checkout.types.js';
import { isHardToGuess } from './hard-to-guess.js';

const RETRY_AFTER_S = 2;

@ApiTags('checkout')
@Controller('v1/checkouts')
export class CheckoutController {
  constructor(
    private readonly checkouts: CheckoutService,
    private readonly view: OrderView,
    private readonly metrics: Metrics,
  ) {}

  @Post()
  @HttpCode(201)
  @ApiOperation({
    summary: 'Buy crypto',
    description:
      'Makes an order and gives the address where the customer pays. Sending it again is safe: the same number, or the same ' +
      '`Idempotency-Key`, with the same content answers with the same order.',
  })
  @ApiHeader({
    name: 'Idempotency-Key',
    required: false,
    description:
      'Makes repeats of a request without a number safe: the same key of the same caller is the same order. 1 to 255 printable ' +
      'characters; of a guest at least 122 random bits, as a UUID of version 4 has. With a number in the body it is ignored.',
    schema: { type: 'string', pattern: '^[!-~]{1,255}$', example: '0d3f2b8e-6c1a-4f7e-9b52-1c7d0e5a4f63' },
  })
  @ApiCreatedResponse({ type: CheckoutDto, description: 'The order was made.', headers: ORDER_LOCATION })
  @ApiOkResponse({ type: CheckoutDto, description: 'The same order again.', headers: ORDER_LOCATION })
  @ApiAcceptedResponse({
    type: CheckoutDto,
    description: 'Not known yet; `payUrl` is null. Ask again later.',
    headers: { ...ORDER_LOCATION, ...RETRY_AFTER },
  })
  @ApiProblems(
    'invalid_request',
    'unauthenticated',
    'forbidden',
    'merchant_order_no_conflict',
    'order_not_retryable',
    'payload_too_large',
    'amount_precision',
    'amount_out_of_range',
    'crypto_not_available',
    'pay_way_not_available',
    'address_invalid',
    'address_at_risk',
    'memo_required',
    'redirect_not_allowed',
    'quote_moved',
    'ramp_configuration',
    'ramp_refused',
    'ramp_protocol',
    'ramp_unavailable',
    'unavailable',
  )
  async create(
    @CurrentCaller() caller: Caller,
    @Body() body: CheckoutRequestDto,
    @Headers('idempotency-key') idempotencyKey: string | undefined,
    @Ip() address: string,
    @Res({ passthrough: true }) response: Response,
  ): Promise<CheckoutDto> {
    try {
      const answer = await this.checkouts.checkout(caller, requestOf(caller, body, idempotencyKey, address));
      this.metrics.checkouts.inc({ outcome: OUTCOMES[answer.status] });
      return this.present(answer, caller, response);
    } catch (error) {
      this.metrics.checkouts.inc({ outcome: problemOf(error).code });
      throw error;
    }
  }

  private present({ status, state, clientSecret }: CheckoutAnswer, caller: Caller, response: Response): CheckoutDto {
    const order = this.view.ofPurchase(state, caller);
    response.status(status).location(`/v1/orders/${order.merchantOrderNo}`);
    if (status === 202) response.setHeader('Retry-After', String(RETRY_AFTER_S));
    return { ...order, clientSecret };
  }
}

function requestOf(
  caller: Caller,
  body: CheckoutRequestDto,
  idempotencyKey: string | undefined,
  address: string,
): CheckoutRequest {
  const { merchantOrderNo, quote, ...asked } = body;
  if (caller.kind === 'guest') checkGuest(merchantOrderNo ?? null, idempotencyKey);
  if (idempotencyKey !== undefined && !/^[\x21-\x7e]{1,255}$/.test(idempotencyKey)) {
    throw wrongField('Idempotency-Key', 'must have 1 to 255 printable characters');
  }
  return {
    merchantOrderNo: merchantOrderNo ?? null,
    idempotencyKey: idempotencyKey ?? null,
    fiat: asked.fiat,
    amount: asked.amount,
    crypto: asked.crypto,
    network: asked.network,
    address: asked.address,
    memo: asked.memo === '' ? null : (asked.memo ?? null),
    payWayCode: asked.payWayCode,
    country: asked.country,
    redirectUrl: asked.redirectUrl ?? null,
    failRedirectUrl: asked.failRedirectUrl ?? null,
    merchantName: asked.merchantName ?? null,
    quote: quote ? { cryptoQuantity: quote.cryptoQuantity, tolerancePercent: quote.tolerancePercent ?? '1' } : null,
    customer: customerOf(caller, body),
    guest: caller.kind === 'guest' ? { block: widerBlock(address) } : null,
  };
}

/** For whom it is: as the merchant's own server says, else as the identity provider does. A browser is not believed. */
function customerOf(caller: Caller, { customer, accessToken }: CheckoutRequestDto): TradeCustomer {
  if (mayActForCustomers(caller)) {
    return { id: customer?.id ?? null, email: customer?.email ?? null, accessToken: accessToken ?? null };
  }
  if ((customer ?? accessToken ?? null) !== null) {
    throw new Problem('forbidden', PROBLEM_TEXTS.customerNotAllowed);
  }
  return { id: caller.customer?.id ?? null, email: caller.customer?.email ?? null, accessToken: null };
}

/** A number that a guest chose could be a guess at somebody else's, and so could a key that is easily guessed. */
function checkGuest(merchantOrderNo: string | null, idempotencyKey: string | undefined): void {
  if (merchantOrderNo !== null) throw new Problem('forbidden', PROBLEM_TEXTS.merchantOrderNoNotAllowed);
  if (idempotencyKey !== undefined && !isHardToGuess(idempotencyKey)) {
    throw wrongField('Idempotency-Key', 'must have at least 122 random bits, as a version 4 UUID has');
  }
}
