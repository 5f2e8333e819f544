import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { AccessService } from '../../access/access.service.js';
import { CurrentCaller } from '../../access/caller.decorator.js';
import { decodePlace, encodePlace } from '../../platform/http/input/cursor.js';
import type { KeyRing } from '../../platform/crypto/key-ring.js';
import { KeysService } from '../../platform/crypto/keys.service.js';
import { ApiProblems } from '../../platform/http/problem-response.js';
import type { Caller } from '../../platform/callers/caller.js';
import { pageSize } from '../../platform/database/pages.js';
import type { EpochPlace } from '../../platform/database/pages.js';
import { wrongField } from '../../platform/problems/problem.js';
import { CURSOR_FAULT, EVENTS, EventsQueryDto } from './events.dto.js';
import { LATEST } from './feed.service.js';
import { FeedFollowers } from './feed-followers.service.js';
import type { FeedRequest } from './feed-followers.service.js';

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
      'With `wait` an answer without events comes only when its time is over. Where you get 429 or 503, ask again after `Retry-After`.',
    ].join('\n\n'),
  })
  @ApiOkResponse({ description: 'A part of the feed.', type: EVENTS.Dto })
  @ApiProblems('cursor_expired')
  async events(
    @CurrentCaller() caller: Caller,
    @Query() query: EventsQueryDto,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const ring = await this.keys.ring();
    const cursorOf = (place: EpochPlace): string => encodePlace(ring, place);
    // The connection may be closed by then.
    const address = request.ip ?? null;
    const feedRequest: FeedRequest = {
      caller,
      identify: () => this.access.identify(request.rawHeaders, address),
      after: placeAsked(ring, query.after),
      types: query.types?.split(',') ?? null,
      limit: pageSize(query.limit),
    };
    const { events, place, hasMore } = await this.followers.poll(feedRequest, 1000 * Number(query.wait ?? 0), response);
    const items = events.map(({ place: own, event }) => ({ cursor: cursorOf(own), event }));
    response.json(EVENTS.show({ items, nextCursor: cursorOf(place), hasMore }));
  }
}

function placeAsked(ring: KeyRing, cursor: string | undefined): FeedRequest['after'] {
  if (cursor === undefined || cursor === LATEST) return cursor ?? null;
  const place = decodePlace(ring, cursor);
  if (place === null) throw wrongField('after', CURSOR_FAULT);
  return place;
}
