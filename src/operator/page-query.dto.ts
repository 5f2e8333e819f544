import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional } from 'class-validator';
import { IsPageSize } from './query.decorators.js';

/** How much of a list, as a query says it. Where it goes on is each list's own: ids differ. */
export class PageQueryDto {
  /** At most so many; 1 to 200, 50 when not given. */
  @ApiPropertyOptional({ type: Number, minimum: 1, maximum: 200, default: 50 })
  @IsOptional()
  @IsPageSize()
  limit?: string;
}
