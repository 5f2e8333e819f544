import { Injectable } from '@nestjs/common';
import { pageOf } from '../platform/shared/page.js';
import type { Page, PageRequest } from '../platform/shared/page.js';
import { ReceiptListRepository } from './receipt-list.repository.js';
import type { ListedReceipt, ReceiptFilter } from './receipt.types.js';

@Injectable()
export class ReceiptsService {
  constructor(private readonly receipts: ReceiptListRepository) {}

  /** Newest first, by first arrival. */
  async list(filter: ReceiptFilter, page: PageRequest): Promise<Page<ListedReceipt>> {
    const found = await this.receipts.list(filter, page);
    return pageOf(found, page.limit, (row) => ({ at: row.position_at, id: row.position_id }));
  }
}
