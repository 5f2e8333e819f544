import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, ValidateBy } from 'class-validator';
import { isPageSize, PAGE_SIZE_FAULT } from '../../shared/page.js';

/** A parameter that stands there twice is a list, and is refused. */
const IsPageSize = (): PropertyDecorator =>
  ValidateBy({
    name: 'isPageSize',
    validator: {
      validate: isPageSize,
      defaultMessage: () => PAGE_SIZE_FAULT,
    },
  });

/** How much of a list, as a query says it. Where it goes on is each list's own: ids differ. */
export class PageQueryDto {
  /** At most so many; 1 to 200, 50 when not given. */
  @ApiPropertyOptional({ type: 'integer', minimum: 1, maximum: 200, default: 50, example: 20 })
  @IsOptional()
  @IsPageSize()
  limit?: string;
}
