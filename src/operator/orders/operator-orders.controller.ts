import { Body, Controller, Get, HttpCode, Param, Post, Query, Req, Res } from '@nestjs/common';
import {
  ApiCreatedResponse,
  ApiNotModifiedResponse,
  ApiOkResponse,
  ApiOperation,
  ApiProperty,
  ApiPropertyOptional,
  ApiTags,
} from '@nestjs/swagger';
import { IsOptional } from 'class-validator';
import type { Request, Response } from 'express';
import { CurrentActor } from '../../access/actor.decorator.js';
import type { Actor } from '../../audit/audit.types.js';
import { Settings } from '../../platform/config/settings.js';
import { ALL_ORDERS, SEARCHED_TERMS } from '../../orders/model/order-search.types.js';
import type { OrderFilter, OverduePolicy } from '../../orders/model/order-search.types.js';
import { flag, moment, one, shape, text, url } from '../../platform/http/answers/shape.js';
import { KeysService } from '../../platform/crypto/keys.service.js';
import { readOrderedPage } from '../../platform/http/input/ordered-page.js';
import { baseOf, namesTag } from '../../platform/http/request.js';
import { ApiIfNoneMatch, ApiOrderNumber, ENTITY_TAG, RETRY_AFTER } from '../../platform/http/input/api-fields.js';
import { IsReason } from '../../platform/http/input/rules.js';
import { spanOf } from '../../platform/http/input/query.js';
import { ApiProblems } from '../../platform/http/problem-response.js';
import { RETRY_AFTER_S } from '../../platform/problems/problem.js';
import { LISTED_ORDERS } from './listed-order.dto.js';
import { listedOf } from './listed-order.presenter.js';
import { OperatorOrdersService } from './operator-orders.service.js';
import { ORDER_FILE } from './order-file.dto.js';
import { fileOf, presentFile } from './order-file.presenter.js';
import { sharedFilterOf } from '../../reading/api/order-list.dto.js';
import { OrderQueryDto } from './order-query.dto.js';
import { presentRevealed, REVEALED_ORDER } from './revealed-order.presenter.js';

const REASON = {
  description: 'The reason, for the audit log. One line of 3 to 500 characters.',
  minLength: 3,
  maxLength: 500,
  example: 'The customer asks where the crypto went, ticket 4711',
};

class ReasonDto {
  @ApiProperty({ type: String, ...REASON })
  @IsReason(3, 500)
  reason!: string;
}

class OptionalReasonDto {
  @ApiPropertyOptional({ type: String, nullable: true, ...REASON })
  @IsOptional()
  @IsReason(3, 500)
  reason?: string | null;
}

const ASKED_ORDER = shape('AskedOrderDto', {
  asked: flag('The provider was queried about a trade since this request arrived.', true),
  answered: flag(
    'The provider has answered for every trade that it may know. false with `Retry-After`: it did not answer in time, it is away, or our own rate is used up; without: there is nothing to query, because no trade has an outcome yet.',
    true,
  ),
  order: one('The order afterwards.', ORDER_FILE),
});

const CUSTOMER_LINK = shape('CustomerLinkDto', {
  url: url(
    'The order page, with the client secret after `#`.',
    'https://pay.example/orders/A-1001#cs_1_c2VjcmV0IG9mIG9uZSBvcmRlciBhbmQgbm8gb3RoZXI',
  ),
  expiresAt: moment('When the link ends, at the latest: another link, a revocation or an erasure ends it sooner.'),
});

const REVOKED_SECRET = shape('RevokedSecretDto', {
  merchantOrderNo: text("The order's number.", 'A-1001'),
});

/** All orders for staff. No route sets a status. The audit log records each act before it happens. */
@ApiTags('staff: orders')
@Controller('v1/admin/orders')
export class OperatorOrdersController {
  constructor(
    private readonly orders: OperatorOrdersService,
    private readonly keys: KeysService,
    private readonly settings: Settings,
  ) {}

  @Get()
  @ApiOperation({
    summary: 'Find orders',
    description:
      'All filters must match. A page may be short or empty and still have a `nextCursor`: continue until there is none. ' +
      'To stay up to date, poll with `order=updated` and your last cursor: no change is skipped, even if it commits late. ' +
      'The audit log records each search by `text` or `metadata`.',
  })
  @ApiOkResponse({ type: LISTED_ORDERS.Dto, description: 'A page of the matches.' })
  @ApiProblems('cursor_expired')
  async list(@CurrentActor() actor: Actor, @Query() query: OrderQueryDto) {
    const { orders, reconcile } = this.settings;
    const filter = filterOf(query, { firstDelayMs: reconcile.firstDelayMs, expiryMs: orders.expiryMs });
    const { rows, nextCursor } = await readOrderedPage(query, await this.keys.ring(), {
      newest: (page) => this.orders.search(filter, page, actor),
      changed: (request) => this.orders.changed(filter, request, actor),
    });
    const items = await Promise.all(rows.map(async (row) => listedOf(row, await this.orders.emailOf(row))));
    return LISTED_ORDERS.show({ items, nextCursor });
  }

  @Get(':merchantOrderNo')
  @ApiOrderNumber()
  @ApiOperation({
    summary: 'Read the whole file of an order',
    description:
      'Its state, its whole history with the evidence, mismatches and callbacks. Personal data is masked. The audit log records each reader. ' +
      'A page that stays open polls with `If-None-Match`: 304 while nothing has changed, which is no read.',
  })
  @ApiIfNoneMatch()
  @ApiOkResponse({ type: ORDER_FILE.Dto, description: 'The file, as of one moment.', headers: ENTITY_TAG })
  @ApiNotModifiedResponse({ description: 'Nothing but `asOf` differs from the file that you have.' })
  @ApiProblems('not_found')
  async read(
    @CurrentActor() actor: Actor,
    @Param('merchantOrderNo') number: string,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ) {
    // Before the file: a change between the two makes the next poll read it again.
    const version = await this.orders.version(number);
    const isCurrent = version !== null && namesTag(request.get('if-none-match'), version);
    const file = isCurrent ? undefined : presentFile(await this.orders.read(number, actor));
    if (version !== null) response.setHeader('ETag', `W/"${version}"`);
    if (isCurrent) response.status(304);
    return file;
  }
}

@ApiTags('staff: orders')
@Controller('v1/admin/orders')
export class OrderActsController {
  constructor(
    private readonly orders: OperatorOrdersService,
    private readonly settings: Settings,
  ) {}

  @Post(':merchantOrderNo/reveal')
  @HttpCode(200)
  @ApiOrderNumber()
  @ApiOperation({
    summary: 'Reveal personal data',
    description:
      'Of this one order, not masked. The audit log records who revealed it, when, from where and why. ' +
      'Each member of staff may reveal `REVEALS_PER_HOUR` orders an hour; then 429 with `Retry-After`.',
  })
  @ApiOkResponse({ type: REVEALED_ORDER.Dto, description: 'The personal data of the order.' })
  @ApiProblems('not_found')
  async reveal(@CurrentActor() actor: Actor, @Param('merchantOrderNo') number: string, @Body() { reason }: ReasonDto) {
    return presentRevealed(await this.orders.reveal(number, actor, reason));
  }

  @Post(':merchantOrderNo/ask')
  @HttpCode(200)
  @ApiOrderNumber()
  @ApiOperation({
    summary: 'Query the provider now',
    description: 'About all trades of the order. `answered` states the outcome; after `Retry-After` a repeat may help.',
  })
  @ApiOkResponse({
    type: ASKED_ORDER.Dto,
    description: 'The outcome; `Retry-After` is present only if the provider has not answered.',
    headers: RETRY_AFTER,
  })
  @ApiProblems('order_in_review', 'not_found')
  async ask(
    @CurrentActor() actor: Actor,
    @Param('merchantOrderNo') number: string,
    @Body() { reason }: OptionalReasonDto,
    @Res({ passthrough: true }) response: Response,
  ) {
    const { asked, answered, unanswered, report } = await this.orders.ask(number, actor, reason ?? null);
    if (unanswered) response.setHeader('Retry-After', String(RETRY_AFTER_S));
    return ASKED_ORDER.show({ asked, answered, order: fileOf(report) });
  }

  @Post(':merchantOrderNo/customer-link')
  @HttpCode(201)
  @ApiOrderNumber()
  @ApiOperation({
    summary: 'Issue a link for the customer',
    description:
      'Opens the order page by a new client secret; all older ones become invalid. Whoever has the link can read and retry the order. ' +
      'It begins with `PUBLIC_URL`, else with the address of this request. A repeat issues another link, and ends this one. ' +
      'Each member of staff may issue `REVEALS_PER_HOUR` links an hour; then 429 with `Retry-After`.',
  })
  @ApiCreatedResponse({ type: CUSTOMER_LINK.Dto, description: 'The link, which is not stored.' })
  @ApiProblems('order_in_review', 'not_found')
  async customerLink(
    @CurrentActor() actor: Actor,
    @Param('merchantOrderNo') number: string,
    @Body() { reason }: ReasonDto,
    @Req() request: Request,
  ) {
    const { path, expiresAt } = await this.orders.customerLink(number, actor, reason);
    return CUSTOMER_LINK.show({ url: baseOf(this.settings.publicUrl, request) + path, expiresAt });
  }

  @Post(':merchantOrderNo/rebuild')
  @HttpCode(200)
  @ApiOrderNumber()
  @ApiOperation({
    summary: 'Rebuild an altered order',
    description:
      'An order whose rows do not fit their seal is set to what its sealed history says, without a payment page, client secrets and metadata; ' +
      'all its trades are polled at once, and no further one is made. 409 if its rows fit, or if its history does not prove them.',
  })
  @ApiOkResponse({ type: ORDER_FILE.Dto, description: 'The order afterwards.' })
  @ApiProblems('order_in_review', 'not_found')
  async rebuild(@CurrentActor() actor: Actor, @Param('merchantOrderNo') number: string, @Body() { reason }: ReasonDto) {
    return presentFile(await this.orders.rebuild(number, actor, reason));
  }

  @Post(':merchantOrderNo/revoke-secret')
  @HttpCode(200)
  @ApiOrderNumber()
  @ApiOperation({
    summary: 'Revoke the client secrets of an order',
    description: 'All of them become invalid. A repeat of the checkout returns none.',
  })
  @ApiOkResponse({ type: REVOKED_SECRET.Dto, description: 'The secrets are revoked.' })
  @ApiProblems('order_in_review', 'not_found')
  async revokeSecret(
    @CurrentActor() actor: Actor,
    @Param('merchantOrderNo') merchantOrderNo: string,
    @Body() { reason }: ReasonDto,
  ) {
    await this.orders.revokeSecret(merchantOrderNo, actor, reason);
    return { merchantOrderNo };
  }
}

function filterOf(query: OrderQueryDto, policy: OverduePolicy): OrderFilter {
  const { inReview, overdue } = query;
  const terms = SEARCHED_TERMS.flatMap((name) => (query[name] === undefined ? [] : [[name, query[name]]]));
  return {
    ...ALL_ORDERS,
    ...sharedFilterOf(query),
    ...spanOf(query),
    inReview: inReview === undefined ? null : inReview === 'true',
    terms: terms.length === 0 ? null : (Object.fromEntries(terms) as OrderFilter['terms']),
    overdue: overdue === undefined ? null : policy,
  };
}
