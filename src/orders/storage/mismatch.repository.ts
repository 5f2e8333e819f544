import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { NewestFirst } from '../../platform/database/newest-first.js';
import type { Placed } from '../../platform/database/newest-first.js';
import type { MismatchFilter, StoredMismatch } from '../model/mismatch.types.js';
import type { PageRequest } from '../../platform/shared/page.js';

/** In the names of the type. The order's address and memo tell what else of it may not be shown. */
const COLUMNS = `m.id, m.merchant_order_no AS "merchantOrderNo", m.trade_no AS "tradeNo", m.kind, m.field, m.asked, m.seen,
  m.opened_at AS "openedAt", m.resolved_at AS "resolvedAt", m.resolved_by AS "resolvedBy", m.note,
  o.status, o.in_review AS "inReview", o.address, o.memo`;
const FROM = 'mismatches m JOIN orders o USING (merchant_order_no)';

/** Reads mismatches for staff. */
@Injectable()
export class MismatchRepository {
  constructor(private readonly database: Database) {}

  /** Newest first; one more than the page holds. */
  async list(filter: MismatchFilter, page: PageRequest): Promise<(StoredMismatch & Placed)[]> {
    const list = new NewestFirst()
      .when(filter.state === 'open', 'm.resolved_at IS NULL')
      .when(filter.state === 'resolved', 'm.resolved_at IS NOT NULL')
      .where('m.kind = ?', filter.kind)
      .where('m.merchant_order_no = ?', filter.merchantOrderNo);
    const listing = { select: COLUMNS, from: FROM, at: 'm.opened_at', id: 'm.id', idType: 'uuid' } as const;
    return this.database.query(list.sql(listing, page), list.parameters);
  }

  async find(id: string): Promise<StoredMismatch | null> {
    const rows = await this.database.query<StoredMismatch>(`SELECT ${COLUMNS} FROM ${FROM} WHERE m.id = $1`, [id]);
    return rows[0] ?? null;
  }
}
