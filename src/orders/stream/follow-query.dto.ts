import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn } from 'class-validator';

const FOLLOW_UNTIL = ['settled', 'final'] as const;
export type FollowUntil = (typeof FOLLOW_UNTIL)[number];

export class FollowQueryDto {
  /** The field of the order with which the answer ends. */
  @ApiPropertyOptional({ enum: FOLLOW_UNTIL, default: 'settled', example: 'final' })
  @IsIn(FOLLOW_UNTIL)
  until: FollowUntil = 'settled';
}
