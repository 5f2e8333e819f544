import { IsPageLimit } from './query.decorators.js';

/** The page size. Cursors differ by list, because ids do. */
export class PageQueryDto {
  @IsPageLimit()
  limit?: string;
}
