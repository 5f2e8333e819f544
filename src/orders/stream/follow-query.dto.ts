import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import { FOLLOW_UNTIL } from './order-stream.js';
import type { FollowUntil } from './order-stream.js';

export class FollowQueryDto {
  /** The field of the order at which the stream ends. */
  @ApiPropertyOptional({ enum: FOLLOW_UNTIL, default: 'settled', example: 'final' })
  @IsIn(FOLLOW_UNTIL)
  until: FollowUntil = 'settled';
}
