import { ApiPropertyOptional } from '@nestjs/swagger';
import { each, flag, plain, shape, text } from '../../platform/http/answers/shape.js';
import { isPlaceCursor } from '../../platform/http/input/cursor.js';
import { PageQueryDto } from '../../platform/http/input/page-query.dto.js';
import { IsText, MayBeAbsent } from '../../platform/http/input/rules.js';
import { ORDER_EVENTS } from '../../orders/model/announcement.types.js';
import { LATEST } from './feed.service.js';

const CURSOR = 'ZXZlbnRzOjQ3MTE';
const LONGEST_WAIT_S = 30;

export const CURSOR_FAULT = 'must be a cursor of this feed, or latest';

const areEvents = (text: string): boolean =>
  text.split(',').every((name) => (ORDER_EVENTS as readonly string[]).includes(name));
const isWait = (text: string): boolean => /^\d{1,2}$/.test(text) && Number(text) <= LONGEST_WAIT_S;

export class EventsQueryDto extends PageQueryDto {
  /** Events after this `nextCursor` or event `cursor`. `latest`: the present end. Default: the oldest kept. */
  @ApiPropertyOptional({ type: String, example: CURSOR })
  @MayBeAbsent()
  @IsText('holds', (text) => text === LATEST || isPlaceCursor(text), CURSOR_FAULT)
  after?: string;

  /** Only these event names, separated by commas. */
  @ApiPropertyOptional({ type: String, example: 'order.paid,order.completed' })
  @MayBeAbsent()
  @IsText('holds', areEvents, 'must be names of events of orders, with commas between')
  types?: string;

  /** How many seconds to wait for an event if there is none, 0 to 30. */
  @ApiPropertyOptional({ type: 'integer', minimum: 0, maximum: LONGEST_WAIT_S, default: 0, example: 25 })
  @MayBeAbsent()
  @IsText('holds', isWait, `must be a whole number from 0 to ${LONGEST_WAIT_S}`)
  wait?: string;
}

const PLACED_EVENT = shape('PlacedEventDto', {
  cursor: text('The cursor after this event.', CURSOR),
  event: plain<object>('The event, as in webhooks.', {
    type: () => Object,
    allOf: [{ $ref: '#/components/schemas/OrderEvent' }],
  }),
});

export const EVENTS = shape('EventsDto', {
  items: each('Events in feed order.', PLACED_EVENT),
  nextCursor: text('The cursor of the next page; always present.', CURSOR),
  hasMore: flag('False if this page reached the end of the feed.', false),
});
