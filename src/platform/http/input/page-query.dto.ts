import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional } from 'class-validator';
import { IsText } from './rule.decorator.js';
import { isPageSize, PAGE_SIZE_FAULT } from '../../shared/page.js';

/** How much of a list, as a query says it. Where it goes on is each list's own: ids differ. */
export class PageQueryDto {
  /** At most so many; 1 to 200, 50 when not given. */
  @ApiPropertyOptional({ type: 'integer', minimum: 1, maximum: 200, default: 50, example: 20 })
  @IsOptional()
  @IsText('isPageSize', isPageSize, PAGE_SIZE_FAULT)
  limit?: string;
}
