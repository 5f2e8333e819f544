import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { pageOf } from '../../platform/shared/page.js';
import type { Page, PageRequest } from '../../platform/shared/page.js';
import type { FoundOrder, FoundTrade, OrderFilter } from '../model/order-search.types.js';
import { breadthSql, MOST_GATHERED } from './search/by-text.js';
import { searchSql } from './search/search-sql.js';

interface Row {
  readonly endAt: string | null;
  readonly endId: string | null;
  readonly placeAt: string;
  /** null: no order fits. */
  readonly order: Omit<FoundOrder['order'], 'createdAt' | 'updatedAt'> | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly trades: readonly FoundTrade[] | null;
  readonly openMismatches: number;
}

type Found = FoundOrder & { readonly placeAt: string };

/** Finds orders among millions. */
@Injectable()
export class OrderSearchRepository {
  constructor(private readonly database: Database) {}

  /** Newest first. A page may hold fewer than `limit`, even none, and the list still go on. */
  async page(filter: OrderFilter, request: PageRequest): Promise<Page<FoundOrder>> {
    const { sql, parameters } = searchSql(filter, request, filter.text !== null && (await this.isWide(filter.text)));
    const rows = await this.database.query<Row>(sql, parameters);
    const found = rows.flatMap(foundIn);
    const page = pageOf(found, request.limit, ({ placeAt, order }) => ({ at: placeAt, id: order.merchantOrderNo }));
    const { endAt = null, endId = null } = rows[0] ?? {};
    const end = endAt === null || endId === null ? null : { at: endAt, id: endId };
    return { rows: page.rows, next: page.next ?? end };
  }

  private async isWide(text: string): Promise<boolean> {
    const { sql, parameters } = breadthSql(text);
    const [row] = await this.database.query<{ breadth: number }>(sql, parameters);
    return row === undefined || row.breadth > MOST_GATHERED;
  }
}

function foundIn({ order, createdAt, updatedAt, trades, openMismatches, placeAt }: Row): Found[] {
  if (order === null) return [];
  return [{ order: { ...order, createdAt, updatedAt }, trades: trades ?? [], openMismatches, placeAt }];
}
