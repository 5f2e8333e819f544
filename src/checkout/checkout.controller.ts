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
import { Settings } from '../platform/config/settings.js';
import { ORDER_LOCATION, RETRY_AFTER } from '../platform/http/input/api-fields.js';
import { problemOf, ApiProblems } from '../platform/http/problem-response.js';
import { partsOf } from '../orders/model/metadata.js';
import { OrderView } from '../orders/api/order-view.presenter.js';
import type { TradeCustomer } from '../ramp/port/ramp.types.js';
import { widerBlock } from '../platform/text/ip-address.js';
import { mayActForCustomers } from '../platform/callers/caller.js';
import type { Caller } from '../platform/callers/caller.js';
import { Problem, PROBLEM_TEXTS } from '../platform/problems/problem.js';
import { Secret } from '../platform/callers/secret.js';
import { Metrics } from '../platform/telemetry/metrics.js';
import { CheckoutLinksService } from './checkout-links.service.js';
import type { CheckoutLink } from './checkout-links.service.js';
import { CheckoutRequestDto, CheckoutDto } from './checkout.dto.js';
import { CheckoutService } from './checkout.service.js';
import { OUTCOMES } from './checkout.types.js';
import type { CheckoutAnswer, CheckoutRequest } from './checkout.types.js';
import type { Guest } from './guests/guest.types.js';
import { checkNaming } from './naming.js';
import { requireTerms } from './link-terms.js';

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
      'Use a version 4 UUID. Ignored if the body has a number.',
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
      const link = body.link == null ? null : await this.links.linkOf(body.link);
      if (caller.kind === 'guest' && link === null && this.settings.pages.links === 'signed') {
        throw new Problem('forbidden', PROBLEM_TEXTS.linkRequired);
      }
      const isNamedByLink = link?.terms.merchantOrderNo !== undefined;
      checkNaming(caller, this.settings.access, {
        ...{ isNamedByLink, merchantOrderNo: body.merchantOrderNo ?? null, idempotencyKey: idempotencyKey ?? null },
      });
      const guest = caller.kind === 'guest' ? guestAt(address, challengeResponse) : null;
      const answer = await this.checkouts.checkout(caller, requestOf(caller, body, idempotencyKey, guest, link));
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
  guest: Guest | null,
  link: CheckoutLink | null,
): CheckoutRequest {
  const { merchantOrderNo, quote, ...asked } = body;
  if (link !== null) requireTerms(link.terms, body);
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
    metadata: partsOf(body.metadata ?? {}).set,
    isLinkExpired: link?.isExpired === true,
    guest,
  };
}

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
