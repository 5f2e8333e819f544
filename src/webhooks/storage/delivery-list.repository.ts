import { Injectable } from '@nestjs/common';
import { reader, selectList } from '../../platform/database/columns.js';
import { Database } from '../../platform/database/database.js';
import type { Page, PageRequest } from '../../platform/database/pages.js';
import { DELIVERY_LIST } from '../delivery-list.js';
import type { DeliveryFilter, ListedDelivery } from '../delivery-list.js';
import type { AttemptRow } from '../webhook.types.js';
import { ATTEMPT_COLUMNS } from './webhook.entity.js';

const readAttempt = reader(ATTEMPT_COLUMNS, 'a');

@Injectable()
export class DeliveryListRepository {
  constructor(private readonly database: Database) {}

  /** Newest first. */
  list(filter: DeliveryFilter, page: PageRequest): Promise<Page<ListedDelivery>> {
    return DELIVERY_LIST.read(this.database, filter, page);
  }

  find(id: string): Promise<ListedDelivery | null> {
    return DELIVERY_LIST.find(this.database, id);
  }

  async attemptsOf(id: string): Promise<AttemptRow[]> {
    const rows = await this.database.query<Record<string, unknown>>(
      `SELECT ${selectList(ATTEMPT_COLUMNS, 'a')} FROM webhook_attempts a WHERE a.delivery_id = $1 ORDER BY a.n`,
      [id],
    );
    return rows.map(readAttempt);
  }

  async redeliver(id: string): Promise<void> {
    await this.database.query(
      `UPDATE webhook_deliveries SET state = 'pending', next_at = checkout_now(), planned_at = checkout_now(), attempts = 0 WHERE id = $1`,
      [id],
    );
  }
}
