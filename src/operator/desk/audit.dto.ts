import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsOptional, IsString, Length } from 'class-validator';
import { AUDIT_ACTIONS } from '../../audit/audit.types.js';
import { PageQueryDto } from '../../http/page-query.dto.js';
import { WHOLE_NUMBER } from '../queries.js';
import { IsCursor, IsSpanEnd } from '../query.decorators.js';

export class AuditQueryDto extends PageQueryDto {
  /** Id of whoever acted. */
  @ApiPropertyOptional({ type: String })
  @IsOptional()
  @IsString({ message: 'must be a string' })
  @Length(1, 256, { message: 'must have 1 to 256 characters' })
  actor?: string;

  @ApiPropertyOptional({ enum: AUDIT_ACTIONS })
  @IsOptional()
  @IsIn(AUDIT_ACTIONS)
  action?: string;

  /** An order's number, the id of a mismatch or key. */
  @ApiPropertyOptional({ type: String, example: 'A-1001' })
  @IsOptional()
  @IsString({ message: 'must be a string' })
  @Length(1, 256, { message: 'must have 1 to 256 characters' })
  target?: string;

  /** At this time or later: a date (its midnight, UTC) or an RFC 3339 time. */
  @IsSpanEnd('2026-01-31T12:00:00Z')
  from?: string;

  /** Before this time. */
  @IsSpanEnd('2026-02-01')
  to?: string;

  /** The `nextCursor` of the page before. */
  @ApiPropertyOptional({ type: String })
  @IsOptional()
  @IsCursor(WHOLE_NUMBER)
  cursor?: string;
}

export class ActorDto {
  /** @example "key:7c0e" */
  id!: string;
  /** @example "support desk" */
  name!: string;
  /** The network address of the request; null: a program beside the database. */
  @ApiProperty({ type: String, nullable: true, example: '192.0.2.7' })
  address!: string | null;
}

/** Written before the deed: an entry whose deed did not follow tells of an attempt. */
export class AuditEntryDto {
  /** @example "1042" */
  id!: string;
  @ApiProperty({ type: String, format: 'date-time' })
  at!: string;
  @ApiProperty({ type: () => ActorDto })
  actor!: ActorDto;
  @ApiProperty({ enum: AUDIT_ACTIONS })
  action!: string;
  @ApiProperty({ type: String, nullable: true })
  target!: string | null;
  /** Why, in the actor's words. */
  @ApiProperty({ type: String, nullable: true })
  reason!: string | null;
  @ApiProperty({ type: 'object', additionalProperties: true })
  detail!: Readonly<Record<string, unknown>>;
  /** Names the request in the logs. */
  @ApiProperty({ type: String, nullable: true })
  traceId!: string | null;
}

export class AuditDto {
  @ApiProperty({ type: () => [AuditEntryDto] })
  items!: AuditEntryDto[];
  /** Where the list goes on; null: this is all. */
  @ApiProperty({ type: String, nullable: true })
  nextCursor!: string | null;
}
