import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsOptional, IsString, Length } from 'class-validator';
import { AUDIT_ACTIONS } from '../../audit/audit.types.js';
import { ApiAnyObject, ApiExample, ApiMoment, ApiOneOf } from '../../platform/http/input/fields.js';
import { PageQueryDto } from '../../platform/http/input/page-query.dto.js';
import { WHOLE_NUMBER } from '../../platform/http/input/queries.js';
import { ApiCursor, IsCursor, IsSpanEnd } from '../../platform/http/input/query.decorators.js';

export class AuditQueryDto extends PageQueryDto {
  /** Id of whoever acted. */
  @ApiPropertyOptional({ type: String, example: 'key:7c0e1d52-1c2b-4a55-9f0e-0c5f6e0f6f11' })
  @IsOptional()
  @IsString({ message: 'must be a string' })
  @Length(1, 256, { message: 'must have 1 to 256 characters' })
  actor?: string;

  /** What was done. */
  @ApiPropertyOptional({ enum: AUDIT_ACTIONS, example: 'order.reveal' })
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
  @IsCursor(WHOLE_NUMBER)
  cursor?: string;
}

/** Who did something, and from where. */
export class ActorDto {
  /** The caller's id; `command-line` for a program that was run beside the database. */
  @ApiExample('key:7c0e1d52-1c2b-4a55-9f0e-0c5f6e0f6f11')
  id!: string;
  /** For people: the name of a key, the subject of a token. */
  @ApiExample('support desk')
  name!: string;
  /** The network address of the request; null: a program beside the database. */
  @ApiProperty({ type: String, nullable: true, example: '192.0.2.7' })
  address!: string | null;
}

/** Written before the deed: an entry whose deed did not follow tells of an attempt. */
export class AuditEntryDto {
  /** Grows with each entry. */
  @ApiExample('1042')
  id!: string;
  /** When it was written. */
  @ApiMoment()
  at!: string;
  /** Who did it, and from where. */
  @ApiProperty({ type: () => ActorDto })
  actor!: ActorDto;
  /** What was done. */
  @ApiOneOf(AUDIT_ACTIONS, 'order.reveal')
  action!: string;
  /** What it was done to: an order's number, the id of a mismatch or key; null: nothing in particular. */
  @ApiExample('A-1001')
  target!: string | null;
  /** Why, in the actor's words; null: none is asked for. */
  @ApiExample('The customer asks where the crypto went, ticket 4711')
  reason!: string | null;
  /** What else is worth knowing; it depends on the action. */
  @ApiAnyObject({ format: 'csv', from: null, to: null })
  detail!: Readonly<Record<string, unknown>>;
  /** Names the request in the logs; null: it was a program. */
  @ApiExample('4bf92f3577b34da6a3ce929d0e0e4736')
  traceId!: string | null;
}

/** A part of the audit log. */
export class AuditDto {
  /** Newest first. */
  @ApiProperty({ type: () => [AuditEntryDto] })
  items!: AuditEntryDto[];
  /** Where the list goes on; null: this is all. */
  @ApiCursor()
  nextCursor!: string | null;
}
