import { IsPageLimit } from './query.js';

/** The page size. Cursors differ by list, because ids do. */
export class PageQueryDto {
  @IsPageLimit()
  limit?: string;
}
