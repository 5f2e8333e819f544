import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional } from 'class-validator';
import { isPlaceCursor } from '../../platform/http/input/cursor.js';
import { ApiExample } from '../../platform/http/input/fields.js';
import { PageQueryDto } from '../../platform/http/input/page-query.dto.js';
import { IsText } from '../../platform/http/input/rule.decorator.js';
import { ORDER_EVENTS } from '../model/announcement.types.js';
import { LATEST } from './feed.service.js';

const CURSOR = 'ZXZlbnRzOjQ3MTE';
const LONGEST_WAIT_S = 30;

export const CURSOR_FAULT = 'must be a cursor of this feed, or latest';

const areEvents = (text: string): boolean =>
  text.split(',').every((name) => (ORDER_EVENTS as readonly string[]).includes(name));
const isWait = (text: string): boolean => /^\d{1,2}$/.test(text) && Number(text) <= LONGEST_WAIT_S;

export class EventsQueryDto extends PageQueryDto {
  /** The `nextCursor` of the answer before, or the `cursor` of an event: what comes behind it. `latest`: the present end. Left out: the oldest that is kept. */
  @ApiPropertyOptional({ type: String, example: CURSOR })
  @IsOptional()
  @IsText('holds', (text) => text === LATEST || isPlaceCursor(text), CURSOR_FAULT)
  after?: string;

  /** These events alone: their names, with commas between. */
  @ApiPropertyOptional({ type: String, example: 'order.paid,order.completed' })
  @IsOptional()
  @IsText('holds', areEvents, 'must be names of events of orders, with commas between')
  types?: string;

  /** If there is nothing: how many seconds to wait for something, 0 to 30. */
  @ApiPropertyOptional({ type: 'integer', minimum: 0, maximum: LONGEST_WAIT_S, default: 0, example: 25 })
  @IsOptional()
  @IsText('holds', isWait, `must be a whole number from 0 to ${LONGEST_WAIT_S}`)
  wait?: string;
}

/** An event at its place. */
export class PlacedEventDto {
  /** Where the feed goes on behind it. */
  @ApiExample(CURSOR)
  cursor!: string;
  /** As webhooks tell it. */
  @ApiProperty({ allOf: [{ $ref: '#/components/schemas/OrderEvent' }] })
  event!: object;
}

/** A part of the feed. */
export class EventsDto {
  /** In the order of the feed. */
  @ApiProperty({ type: () => [PlacedEventDto] })
  items!: PlacedEventDto[];
  /** Where the feed goes on; there always is one. */
  @ApiExample(CURSOR)
  nextCursor!: string;
  /** There may be more now; else this is the present end. */
  @ApiExample(false)
  hasMore!: boolean;
}
