import { Controller, Get, Headers, Query, Req, Res } from '@nestjs/common';
import { ApiExtraModels, ApiHeader, ApiOkResponse, ApiOperation, ApiTags, getSchemaPath } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { AccessService } from '../../access/access.service.js';
import { CurrentCaller } from '../../access/caller.decorator.js';
import { decodePlace, encodePlace } from '../../platform/http/input/cursor.js';
import type { KeyRing } from '../../platform/crypto/key-ring.js';
import { KeysService } from '../../platform/crypto/keys.service.js';
import { ApiProblems } from '../../platform/http/problem-response.js';
import type { Caller } from '../../platform/callers/caller.js';
import { pageSize } from '../../platform/database/pages.js';
import { wrongField } from '../../platform/problems/problem.js';
import { CURSOR_FAULT, EVENTS, EventsQueryDto } from './events.dto.js';
import { LATEST } from './feed.service.js';
import { FeedFollowers } from './feed-followers.service.js';
import type { FeedRequest } from './feed-followers.service.js';

const EXAMPLE = [
  'retry: 2000',
  '',
  'event: order.paid',
  'id: ZXZlbnRzOjQ3MTE',
  'data: {"id":"6f1d3c1e-8c1f-4c53-9f0e-2d0d6f1b7a10","type":"order.paid","timestamp":"2026-01-31T12:00:00.000Z","data":{"merchantOrderNo":"A-1001","status":"PAID","version":4}}',
  '',
  ': ',
  '',
  'id: ZXZlbnRzOjQ3MTI',
  '',
  '',
].join('\n');

@ApiTags('orders')
@Controller('v1/events')
export class EventsController {
  constructor(
    private readonly followers: FeedFollowers,
    private readonly access: AccessService,
    private readonly keys: KeysService,
  ) {}

  @Get()
  @ApiOperation({
    summary: 'Follow all orders',
    description: [
      'Every change of every order that you may see, late ones too, in an order that never changes: whoever reads on from a cursor misses nothing. Kept for 30 days; for a cursor older than that the answer is 410.',
      'The same events as by webhook. `data` is the order as it is now, not as it was: a late `order.created` may carry COMPLETED. Deliver a purchase (`data.side` is BUY) once per `merchantOrderNo`, when `data.status` is COMPLETED and `data.inReview` is false, at any `type`; never a sale. Remember event ids, not versions.',
      'JSON, page by page; with `wait` an answer without events comes only when its time is over. Or, with `Accept: text/event-stream`, server-sent events: `id` is the cursor, `Last-Event-ID` goes before `after`, and lines that begin with `:` are signs of life, with the cursor as far as the feed was read.',
      'An answer may end, and a connection break, at any time: ask again with the last cursor. Where you get 429 or 503, ask again after `Retry-After`.',
    ].join('\n\n'),
  })
  @ApiHeader({
    name: 'Last-Event-ID',
    required: false,
    description: 'With `text/event-stream`: the `id` that was seen last.',
    schema: { type: 'string', example: 'ZXZlbnRzOjQ3MTE' },
  })
  @ApiExtraModels(EVENTS.Dto)
  @ApiOkResponse({
    description: 'A part of the feed, or the feed as it goes on.',
    content: {
      'application/json': { schema: { $ref: getSchemaPath('EventsDto') } },
      'text/event-stream': { schema: { type: 'string' }, example: EXAMPLE },
    },
  })
  @ApiProblems('cursor_expired')
  async events(
    @CurrentCaller() caller: Caller,
    @Query() query: EventsQueryDto,
    @Headers('last-event-id') lastEventId: string | undefined,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const isStream = request.accepts(['application/json', 'text/event-stream']) === 'text/event-stream';
    const ring = await this.keys.ring();
    const isResumed = isStream && lastEventId !== undefined;
    const after = isResumed ? placeAsked(ring, 'Last-Event-ID', lastEventId) : placeAsked(ring, 'after', query.after);
    // The connection may be closed by then.
    const address = request.ip ?? null;
    const feedRequest: FeedRequest = {
      caller,
      identify: () => this.access.identify(request.rawHeaders, address),
      cursorOf: (place) => encodePlace(ring, place),
      after,
      types: query.types?.split(',') ?? null,
      limit: pageSize(query.limit),
    };
    if (isStream) {
      await this.followers.follow(feedRequest, response, request.method === 'HEAD');
      return;
    }
    const { events, place, hasMore } = await this.followers.poll(feedRequest, 1000 * Number(query.wait ?? 0), response);
    const items = events.map(({ place: own, event }) => ({ cursor: feedRequest.cursorOf(own), event }));
    response.json(EVENTS.show({ items, nextCursor: feedRequest.cursorOf(place), hasMore }));
  }
}

function placeAsked(ring: KeyRing, field: string, cursor: string | undefined): FeedRequest['after'] {
  if (cursor === undefined || cursor === LATEST) return cursor ?? null;
  const place = decodePlace(ring, cursor);
  if (place === null) throw wrongField(field, CURSOR_FAULT);
  return place;
}
