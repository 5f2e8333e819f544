import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsOptional, IsUUID } from 'class-validator';
import { ApiCount, ApiExample, ApiMoment, ApiOneOf, ApiUuid } from '../../platform/http/input/fields.js';
import { PageQueryDto } from '../../platform/http/input/page-query.dto.js';
import { IsWord } from '../../platform/http/input/word.decorator.js';
import { DELIVERY_STATES } from '../../webhooks/webhook.types.js';
import { UUID } from '../../platform/http/input/queries.js';
import { ApiCursor, IsCursor, IsSpanEnd } from '../../platform/http/input/query.decorators.js';

export class DeliveriesQueryDto extends PageQueryDto {
  /** Those of one endpoint. */
  @ApiPropertyOptional({ type: String, format: 'uuid', example: '6f1d3c1e-8c1f-4c53-9f0e-2d0d6f1b7a10' })
  @IsOptional()
  @IsUUID()
  endpointId?: string;

  /** Those of one event. */
  @ApiPropertyOptional({ type: String, example: 'order.completed' })
  @IsOptional()
  @IsWord()
  event?: string;

  /** Those about one order. */
  @ApiPropertyOptional({ type: String, example: 'A-1001' })
  @IsOptional()
  @IsWord()
  merchantOrderNo?: string;

  /** Those that came out so. */
  @ApiPropertyOptional({ enum: DELIVERY_STATES, example: 'failed' })
  @IsOptional()
  @IsIn(DELIVERY_STATES)
  state?: string;

  /** Made at this time or later: a date (its midnight, UTC) or an RFC 3339 time. */
  @IsSpanEnd('2026-01-31T12:00:00Z')
  from?: string;

  /** Made before this time. */
  @IsSpanEnd('2026-02-01')
  to?: string;

  /** The `nextCursor` of the page before. */
  @IsCursor(UUID)
  cursor?: string;
}

/** One message for one endpoint. */
export class DeliveryDto {
  /** Names it. */
  @ApiUuid()
  id!: string;
  /** For whom it is. */
  @ApiUuid()
  endpointId!: string;
  /** Its `webhook-id`: the same for every endpoint, and each time that it is sent. */
  @ApiUuid()
  messageId!: string;
  /** What it tells. */
  @ApiExample('order.completed')
  event!: string;
  /** About which order; null: about none. */
  @ApiExample('A-1001')
  merchantOrderNo!: string | null;
  /** The version of the order that it tells of. */
  @ApiProperty({ type: 'integer', nullable: true, example: 4 })
  version!: number | null;
  /** What became of it so far. */
  @ApiOneOf(DELIVERY_STATES)
  state!: string;
  /** How often it was tried. */
  @ApiCount(1)
  attempts!: number;
  /** When it was made. */
  @ApiMoment()
  createdAt!: string;
  /** When it is tried next; null: it has ended. */
  @ApiMoment()
  nextAt!: string | null;
}

/** One try to deliver a message. */
export class AttemptDto {
  /** Which one. */
  @ApiCount(1, 1)
  n!: number;
  /** When it was made. */
  @ApiMoment()
  at!: string;
  /** How long it took. */
  @ApiCount(120)
  durationMs!: number;
  /** The status of the answer; null: there was none. */
  @ApiProperty({ type: 'integer', nullable: true, example: 503 })
  status!: number | null;
  /** Why there was no answer. */
  @ApiExample('ECONNREFUSED')
  error!: string | null;
  /** The beginning of the answer, masked. */
  @ApiExample('Service Unavailable')
  answer!: string | null;
}

/** A delivery with all that was tried. */
export class DeliveryFileDto extends DeliveryDto {
  /** Oldest first; those before the last redelivery are overwritten. */
  @ApiProperty({ type: () => [AttemptDto] })
  tries!: AttemptDto[];
}

/** A part of the deliveries. */
export class DeliveriesDto {
  /** Newest first. */
  @ApiProperty({ type: () => [DeliveryDto] })
  items!: DeliveryDto[];
  /** Where the list goes on; null: this is all. */
  @ApiCursor()
  nextCursor!: string | null;
}
