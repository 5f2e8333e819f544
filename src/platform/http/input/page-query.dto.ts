import { IsPageLimit } from './query.decorators.js';

/** How much of a list, as a query says it. Where it goes on is each list's own: ids differ. */
export class PageQueryDto {
  @IsPageLimit()
  limit?: string;
}
