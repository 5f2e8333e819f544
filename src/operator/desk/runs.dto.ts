import { ApiProperty } from '@nestjs/swagger';
import { ApiCount, ApiMoment, ApiUuid } from '../../platform/http/input/fields.js';
import { PageQueryDto } from '../../platform/http/input/page-query.dto.js';
import { UUID } from '../../platform/http/input/queries.js';
import { ApiCursor, IsCursor, IsSpanEnd } from '../../platform/http/input/query.decorators.js';

export class RunsQueryDto extends PageQueryDto {
  /** Begun at this time or later: a date (its midnight, UTC) or an RFC 3339 time. */
  @IsSpanEnd('2026-01-31T12:00:00Z')
  from?: string;

  /** Begun before this time. */
  @IsSpanEnd('2026-02-01')
  to?: string;

  /** The `nextCursor` of the page before. */
  @IsCursor(UUID)
  cursor?: string;
}

/** A round of one replica in which trades were asked about. Rounds with nothing to ask leave nothing behind. */
export class RunDto {
  /** Names it. */
  @ApiUuid()
  id!: string;
  /** When it began. */
  @ApiMoment()
  startedAt!: string;
  /** When it was over. */
  @ApiMoment('2026-01-31T12:00:01.250Z')
  finishedAt!: string;
  /** Trades that were due. */
  @ApiCount(12)
  claimed!: number;
  /** Trades of which the provider said something. */
  @ApiCount(11)
  answered!: number;
  /** Trades of which it said something new. */
  @ApiCount(3)
  changed!: number;
  /** Trades of which nothing was heard. */
  @ApiCount(1)
  unanswered!: number;
}

/** A part of the runs. */
export class RunsDto {
  /** Newest first. */
  @ApiProperty({ type: () => [RunDto] })
  items!: RunDto[];
  /** Where the list goes on; null: this is all. */
  @ApiCursor()
  nextCursor!: string | null;
}
