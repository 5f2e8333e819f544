import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, ValidateBy } from 'class-validator';

/** A whole number from 1 to 200, in digits. A parameter that stands there twice is a list, and is refused. */
const IsPageSize = (): PropertyDecorator =>
  ValidateBy({
    name: 'isPageSize',
    validator: {
      validate: (value: unknown) => typeof value === 'string' && /^(?:[1-9]\d?|1\d\d|200)$/.test(value),
      defaultMessage: () => 'must be a whole number from 1 to 200',
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
