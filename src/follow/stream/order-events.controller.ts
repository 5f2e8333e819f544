import { Controller, Get, Headers, Param, Query, Req, Res } from '@nestjs/common';
import {
  ApiHeader,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiProduces,
  ApiPropertyOptional,
  ApiTags,
} from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import type { Request, Response } from 'express';
import { AccessService } from '../../access/access.service.js';
import { CurrentCaller } from '../../access/caller.decorator.js';
import { ApiOrderNumber } from '../../platform/http/input/api-fields.js';
import { ApiProblems } from '../../platform/http/problem-response.js';
import { widerBlock } from '../../platform/text/ip-address.js';
import type { Caller } from '../../platform/callers/caller.js';
import { FOLLOW_UNTIL, OrderStreams } from './order-streams.service.js';
import type { FollowUntil } from './order-streams.service.js';

const EXAMPLE = [
  'retry: 2000',
  '',
  'event: order',
  'id: 3',
  'data: {"merchantOrderNo":"A-1001","status":"AWAITING_PAYMENT","version":3,"settled":false,"final":false}',
  '',
  ': ',
  '',
  'event: order',
  'id: 6',
  'data: {"merchantOrderNo":"A-1001","status":"COMPLETED","version":6,"settled":true,"final":true}',
  '',
  '',
].join('\n');

class FollowQueryDto {
  @ApiPropertyOptional({
    description: 'The field of the order at which the stream ends.',
    enum: FOLLOW_UNTIL,
    default: 'settled',
    example: 'final',
  })
  @IsIn(FOLLOW_UNTIL)
  until: FollowUntil = 'settled';
}

@ApiTags('orders')
@Controller('v1/orders')
export class OrderEventsController {
  constructor(
    private readonly streams: OrderStreams,
    private readonly access: AccessService,
  ) {}

  @Get(':merchantOrderNo/events')
  @ApiOrderNumber()
  @ApiOperation({
    summary: 'Follow an order',
    description: [
      'Server-sent events: the order at once, and again when it has changed, whichever replica changed it; the answer ends once the order is `settled`, or with `until=final` once it is `final`.',
      'Whoever comes later is told of what changed since: a late payment of a settled order, too.',
      'Of changes that follow each other quickly only the newest may be sent. Lines that begin with `:` are signs of life.',
      'The answer may end at any time: ask again with the last `id`, a moment later. The first event counts even if its `id` is smaller: the database may have lost commits. Where no stream can be had (503), read the order every few seconds.',
      'Read it with `fetch`: an `EventSource` cannot send the headers that say who you are. Opening it also makes the service ask the provider again soon.',
    ].join('\n\n'),
  })
  @ApiHeader({
    name: 'Last-Event-ID',
    required: false,
    description:
      'The `id` of the newest event that was seen: it is not sent again, unless the database lost commits in the last hour.',
    schema: { type: 'string', example: '3' },
  })
  @ApiProduces('text/event-stream')
  @ApiOkResponse({
    description:
      'Events `order`: `id` is the order\u2019s `version`, `data` the order as `GET /v1/orders/{merchantOrderNo}` gives it, in one line.',
    content: { 'text/event-stream': { schema: { type: 'string' }, example: EXAMPLE } },
  })
  @ApiNoContentResponse({
    description: 'The order is settled, or with `until=final` final, and `Last-Event-ID` is its version.',
  })
  @ApiProblems('not_found', 'order_in_review')
  async follow(
    @CurrentCaller() caller: Caller,
    @Param('merchantOrderNo') merchantOrderNo: string,
    @Query() { until }: FollowQueryDto,
    @Headers('last-event-id') lastEventId: string | undefined,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    // The connection may be closed when the caller is identified again.
    const address = request.ip ?? null;
    await this.streams.follow(
      {
        merchantOrderNo,
        caller,
        block: widerBlock(address ?? ''),
        identify: () => this.access.identify(request.rawHeaders, address),
        seenVersion: lastSeenVersion(lastEventId),
        until,
        isHead: request.method === 'HEAD',
      },
      response,
    );
  }
}

export function lastSeenVersion(header: string | undefined): number | null {
  return header !== undefined && /^[1-9]\d{0,8}$/.test(header) ? Number(header) : null;
}
