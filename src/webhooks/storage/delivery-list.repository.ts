import { Injectable } from '@nestjs/common';
import { reader, selectList } from '../../platform/database/columns.js';
import { Database } from '../../platform/database/database.js';
import { NewestFirst } from '../../platform/database/newest-first.js';
import type { Placed } from '../../platform/database/newest-first.js';
import type { PageRequest } from '../../platform/shared/page.js';
import type { AttemptRow, DeliveryFilter, ListedDelivery } from '../webhook.types.js';
import { ATTEMPT_COLUMNS } from './webhook.entity.js';

const LISTING = {
  select: `d.id, d.endpoint_id AS "endpointId", d.message_id AS "messageId", d.event,
    m.merchant_order_no AS "merchantOrderNo", m.version, d.state, d.attempts, d.created_at AS "createdAt", d.next_at AS "nextAt"`,
  from: 'webhook_deliveries d JOIN outbox m ON m.id = d.message_id',
  at: 'd.created_at',
  id: 'd.id',
  idType: 'uuid',
} as const;

const readAttempt = reader(ATTEMPT_COLUMNS, 'a');

@Injectable()
export class DeliveryListRepository {
  constructor(private readonly database: Database) {}

  /** Newest first; one row more than the page holds. */
  async list(filter: DeliveryFilter, page: PageRequest): Promise<(ListedDelivery & Placed)[]> {
    const list = new NewestFirst()
      .where('d.endpoint_id = ?', filter.endpointId)
      .where('d.event = ?', filter.event)
      .where('m.merchant_order_no = ?', filter.merchantOrderNo)
      .where('d.state = ?', filter.state)
      // Few deliveries are undelivered, and a partial index with this condition holds them.
      .when(filter.state !== null && filter.state !== 'delivered', `d.state <> 'delivered'`)
      .where('d.created_at >= ?', filter.from)
      .where('d.created_at < ?', filter.to);
    return this.database.query(list.sql(LISTING, page), list.parameters);
  }

  async find(id: string): Promise<ListedDelivery | null> {
    const [row] = await this.database.query<ListedDelivery>(
      `SELECT ${LISTING.select} FROM ${LISTING.from} WHERE d.id = $1`,
      [id],
    );
    return row ?? null;
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
