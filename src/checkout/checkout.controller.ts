import { Body, Controller, Headers, HttpCode, Ip, Param, Post, Req, Res } from '@nestjs/common';
import {
  ApiAcceptedResponse,
  ApiCreatedResponse,
  ApiHeader,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { CurrentCaller } from '../access/caller.decorator.js';
import { Settings } from '../platform/config/settings.js';
import { baseOf } from '../platform/http/request.js';
import { ORDER_LOCATION, RETRY_AFTER, ApiOrderNumber } from '../platform/http/input/api-fields.js';
import { problemOf, ApiProblems } from '../platform/http/problem-response.js';
import type { OrderTerms, ShownPrice } from '../orders/model/order.types.js';
import { allTerms } from '../platform/terms/order-terms.js';
import { metadataChange } from '../orders/model/metadata.js';
import { OrderDto } from '../reading/api/order.dto.js';
import { OrderView } from '../reading/api/order-view.presenter.js';
import type { TradeCustomer } from '../ramp/port/ramp.types.js';
import { widerBlock } from '../platform/text/ip-address.js';
import { mayActForCustomers } from '../platform/callers/caller.js';
import type { Caller } from '../platform/callers/caller.js';
import { Problem, PROBLEM_TEXTS } from '../platform/problems/problem.js';
import { Secret } from '../platform/callers/secret.js';
import { Metrics } from '../platform/telemetry/metrics.js';
import { CheckoutLinksService } from './checkout-links.service.js';
import {
  CheckoutDto,
  CheckoutLinkDto,
  CheckoutLinkRequestDto,
  CheckoutRequestDto,
  RetryRequestDto,
  ShownQuoteDto,
} from './checkout.dto.js';
import { CheckoutService, OUTCOMES } from './checkout.service.js';
import type { CheckoutAnswer, CheckoutRequest } from './checkout.service.js';
import type { Guest } from './guests/challenge-verdict.js';
import { orderNumber } from './order-number.js';
import { Chance } from '../platform/chance.js';
import { Time } from '../platform/time/time.js';

const RETRY_AFTER_S = 2;

@ApiTags('checkout')
@Controller('v1/checkouts')
export class CheckoutController {
  constructor(
    private readonly checkouts: CheckoutService,
    private readonly view: OrderView,
    private readonly metrics: Metrics,
    private readonly links: CheckoutLinksService,
    private readonly settings: Settings,
    private readonly chance: Chance,
    private readonly time: Time,
  ) {}

  @Post()
  @HttpCode(201)
  @ApiOperation({
    summary: 'Buy crypto',
    description:
      'Makes an order and returns the address of its payment page. Repeats are safe: the same number, or the same ' +
      '`Idempotency-Key`, with the same content returns the same order.',
  })
  @ApiHeader({
    name: 'Idempotency-Key',
    required: false,
    description:
      'Makes repeats of a request without a number safe: the same key of the same caller is the same order. 1 to 255 printable ' +
      'characters; for guests 21 to 255 of `A-Z a-z 0-9 + / _ = -`, which must be random, because the key gives access to the order. ' +
      'Use a UUID of version 7, or 4. Ignored if the body has a number.',
    schema: { type: 'string', pattern: '^[!-~]{1,255}$', example: '0d3f2b8e-6c1a-4f7e-9b52-1c7d0e5a4f63' },
  })
  @ApiHeader({
    name: 'X-Challenge-Response',
    required: false,
    description:
      'For guests, if the operator requires it: the response of a solved challenge, as its widget returns it. Valid for one order: ' +
      'repeats need none.',
    schema: { type: 'string', maxLength: 4096, example: 'XXXX.DUMMY.TOKEN.XXXX' },
  })
  @ApiCreatedResponse({ type: CheckoutDto, description: 'The order was made.', headers: ORDER_LOCATION })
  @ApiOkResponse({ type: CheckoutDto, description: 'The same order again.', headers: ORDER_LOCATION })
  @ApiAcceptedResponse({
    type: CheckoutDto,
    description: 'The outcome is not known yet; `payUrl` is null. Poll again later.',
    headers: { ...ORDER_LOCATION, ...RETRY_AFTER },
  })
  @ApiProblems(
    'challenge_required',
    'merchant_order_no_conflict',
    'order_not_retryable',
    'order_in_review',
    'amount_precision',
    'amount_out_of_range',
    'crypto_not_available',
    'pay_way_not_available',
    'address_invalid',
    'address_at_risk',
    'memo_required',
    'redirect_not_allowed',
    'quote_moved',
    'paused',
    'ramp_configuration',
    'ramp_refused',
    'ramp_protocol',
    'ramp_unavailable',
  )
  async create(
    @CurrentCaller() caller: Caller,
    @Body() body: CheckoutRequestDto,
    @Headers('idempotency-key') idempotencyKey: string | undefined,
    @Headers('x-challenge-response') challengeResponse: string | undefined,
    @Ip() address: string,
    @Res({ passthrough: true }) response: Response,
  ): Promise<CheckoutDto> {
    try {
      const guest = caller.kind === 'guest' ? guestAt(address, challengeResponse) : null;
      const request = await this.requestOf(caller, body, idempotencyKey ?? null, guest);
      const { status, state, clientSecret } = await this.checkouts.checkout(caller, request);
      this.metrics.checkouts.inc({ outcome: OUTCOMES[status] });
      const order = this.view.ofPurchase(state, caller);
      respond(response, status).location(`/v1/orders/${order.merchantOrderNo}`);
      return { ...order, clientSecret };
    } catch (error) {
      this.metrics.checkouts.inc({ outcome: problemOf(error).code });
      throw error;
    }
  }

  private async requestOf(
    caller: Caller,
    body: CheckoutRequestDto,
    idempotencyKey: string | null,
    guest: Guest | null,
  ): Promise<CheckoutRequest> {
    const link = body.link == null ? null : await this.links.linkOf(body.link, body);
    if (guest !== null && link === null && this.settings.pages.links === 'signed') {
      throw new Problem('forbidden', PROBLEM_TEXTS.linkRequired);
    }
    const { merchantOrderNo = null, quote, metadata } = body;
    const isNamedByLink = link?.terms.merchantOrderNo !== undefined;
    const naming = { isNamedByLink, merchantOrderNo, idempotencyKey };
    return {
      ...orderNumber(caller, this.settings.access, naming, this.chance, this.time.now()),
      // An empty memo says that there is none.
      terms: allTerms({ ...body, memo: body.memo || null }) as OrderTerms,
      quote: shownBy(quote),
      customer: customerOf(caller, body),
      metadata: metadataChange(metadata ?? {}).set,
      isLinkExpired: link?.isExpired === true,
      guest,
    };
  }
}

@ApiTags('checkout')
@Controller('v1/checkout-links')
export class CheckoutLinksController {
  constructor(
    private readonly links: CheckoutLinksService,
    private readonly settings: Settings,
  ) {}

  @Post()
  @HttpCode(201)
  @ApiOperation({
    summary: 'Make a link to the checkout page',
    description:
      'Signs the fields that the link fixes. Only a signed link can fix address and memo; a link with a number makes at most one order.',
  })
  @ApiCreatedResponse({ type: CheckoutLinkDto, description: 'The link.' })
  @ApiProblems('amount_precision', 'address_invalid', 'memo_required', 'redirect_not_allowed', 'paused')
  async create(@Body() body: CheckoutLinkRequestDto, @Req() request: Request): Promise<CheckoutLinkDto> {
    const { path, expiresAt } = await this.links.make(body, body.expiresIn);
    return { url: baseOf(this.settings.publicUrl, request) + path, expiresAt: expiresAt.toISOString() };
  }
}

@ApiTags('checkout')
@Controller('v1/orders')
export class RetryController {
  constructor(
    private readonly checkouts: CheckoutService,
    private readonly view: OrderView,
  ) {}

  @Post(':merchantOrderNo/retry')
  @HttpCode(201)
  @ApiOrderNumber()
  @ApiOperation({
    summary: 'Try an order again',
    description:
      'Makes a new trade of an order that failed, was cancelled, refused or ran out of time, or whose page is no longer ' +
      'shown, once the provider has confirmed that no older trade is paid.',
  })
  @ApiCreatedResponse({ type: OrderDto, description: 'The order with its new trade.' })
  @ApiOkResponse({ type: OrderDto, description: 'The trade that this retry repeats.' })
  @ApiAcceptedResponse({
    type: OrderDto,
    description: 'The outcome is not known yet; `payUrl` is null. Poll again later.',
    headers: RETRY_AFTER,
  })
  @ApiProblems(
    'not_found',
    'order_not_retryable',
    'order_in_review',
    'amount_out_of_range',
    'memo_required',
    'redirect_not_allowed',
    'quote_moved',
    'paused',
    'crypto_not_available',
    'pay_way_not_available',
    'address_invalid',
    'address_at_risk',
    'ramp_configuration',
    'ramp_refused',
    'ramp_protocol',
    'ramp_unavailable',
  )
  async retry(
    @CurrentCaller() caller: Caller,
    @Param('merchantOrderNo') merchantOrderNo: string,
    @Body() { payWayCode = null, after = null, quote }: RetryRequestDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<OrderDto> {
    const { status, state } = await this.checkouts.retry(caller, merchantOrderNo, {
      payWayCode,
      after,
      quote: shownBy(quote),
    });
    respond(response, status);
    return this.view.ofPurchase(state, caller);
  }
}

function respond(response: Response, status: CheckoutAnswer['status']): Response {
  if (status === 202) response.setHeader('Retry-After', String(RETRY_AFTER_S));
  return response.status(status);
}

const shownBy = (quote: ShownQuoteDto | null | undefined): ShownPrice | null =>
  quote ? { cryptoQuantity: quote.cryptoQuantity, tolerancePercent: quote.tolerancePercent ?? '1' } : null;

function guestAt(address: string, response: string | undefined): Guest {
  const challengeResponse = response === undefined ? null : new Secret(response);
  return { block: widerBlock(address), address, challengeResponse };
}

/** A merchant's server may name the customer; for browsers only the identity provider's claims count. */
function customerOf(caller: Caller, { customer, accessToken, metadata }: CheckoutRequestDto): TradeCustomer {
  if (mayActForCustomers(caller)) {
    return { id: customer?.id ?? null, email: customer?.email ?? null, accessToken: accessToken ?? null };
  }
  if ((customer ?? accessToken ?? metadata ?? null) !== null) {
    throw new Problem('forbidden', PROBLEM_TEXTS.customerNotAllowed);
  }
  return { id: caller.customer?.id ?? null, email: caller.customer?.email ?? null, accessToken: null };
}
