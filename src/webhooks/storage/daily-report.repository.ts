import { Injectable } from '@nestjs/common';
import { messageJson, messageRow } from '../../orders/storage/outbox-columns.js';
import type { OutgoingMessage } from '../../orders/storage/outbox-columns.js';
import { Database } from '../../platform/database/database.js';
import { REPORT_EVENT } from '../webhook.types.js';
import { asksFor } from './delivery.repository.js';

/** The message about a day is of the moment at which the day ended: the index of these lets there be one. */
@Injectable()
export class DailyReportRepository {
  constructor(private readonly database: Database) {}

  now(): Promise<Date> {
    return this.database.now();
  }

  /** Was nobody told of the day that ended then, and is there somebody to be told? Not an endpoint that was made later. */
  async isWanted(end: Date): Promise<boolean> {
    const rows = await this.database.query(
      `SELECT 1 FROM webhook_endpoints e
        WHERE e.disabled_reason IS NULL AND e.created_at < $1 AND ${asksFor('e', `'${REPORT_EVENT}'`)}
          AND NOT EXISTS (SELECT 1 FROM outbox WHERE type = '${REPORT_EVENT}' AND created_at = $1) LIMIT 1`,
      [end],
    );
    return rows.length > 0;
  }

  /** false: another process has. */
  async tell(message: OutgoingMessage): Promise<boolean> {
    const rows = await this.database.query(
      `INSERT INTO outbox SELECT * FROM ${messageRow('$1')}
       ON CONFLICT (created_at) WHERE type = '${REPORT_EVENT}' DO NOTHING RETURNING 1`,
      [messageJson(message)],
    );
    return rows.length > 0;
  }
}
