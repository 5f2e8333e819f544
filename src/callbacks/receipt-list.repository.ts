import { Injectable } from '@nestjs/common';
import { Database } from '../platform/database/database.js';
import { NewestFirst } from '../platform/database/newest-first.js';
import type { Placed } from '../platform/database/newest-first.js';
import type { PageRequest } from '../platform/shared/page.js';
import type { ListedReceipt, ReceiptFilter } from './receipt.types.js';

const COLUMNS = `c.id, c.received_at AS "receivedAt", c.last_received_at AS "lastReceivedAt", c.times, c.dropped,
  c.trade_no AS "tradeNo", c.merchant_order_no AS "merchantOrderNo", c.method,
  c.claimed_status AS "claimedStatus", encode(c.digest, 'hex') AS digest`;

/** Selects by the order's few trades, to use the index of receipts by trade. */
const OF_ORDER = 'c.trade_no = ANY (ARRAY(SELECT t.trade_no FROM trades t WHERE t.merchant_order_no = ?))';

@Injectable()
export class ReceiptListRepository {
  constructor(private readonly database: Database) {}

  /** Newest first; one row more than the page holds. */
  async list(filter: ReceiptFilter, page: PageRequest): Promise<(ListedReceipt & Placed)[]> {
    const list = new NewestFirst()
      .where(OF_ORDER, filter.merchantOrderNo)
      .where('c.trade_no = ?', filter.tradeNo)
      .when(filter.orphan, 'c.merchant_order_no IS NULL');
    const listing = {
      select: COLUMNS,
      from: 'callback_receipts c',
      at: 'c.received_at',
      id: 'c.id',
      idType: 'uuid',
    } as const;
    return this.database.query(list.sql(listing, page), list.parameters);
  }
}
