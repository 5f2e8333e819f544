import { Injectable } from '@nestjs/common';
import { messageJson, messageRow } from '../../orders/storage/outbox-columns.js';
import type { OutgoingMessage } from '../../orders/storage/outbox-columns.js';
import { Database } from '../../platform/database/database.js';
import { REPORT_EVENT } from '../webhook.types.js';
import { asksFor } from './delivery.repository.js';

/** A report message is dated at the end of its day; a unique index on that time allows one per day. */
@Injectable()
export class DailyReportRepository {
  constructor(private readonly database: Database) {}

  now(): Promise<Date> {
    return this.database.now();
  }

  /** True if the report was not sent yet and an endpoint older than `end` wants it. */
  async isWanted(end: Date): Promise<boolean> {
    const rows = await this.database.query(
      `SELECT 1 FROM webhook_endpoints e
        WHERE e.disabled_reason IS NULL AND e.created_at < $1 AND ${asksFor('e', `'${REPORT_EVENT}'`)}
          AND NOT EXISTS (SELECT 1 FROM outbox WHERE type = '${REPORT_EVENT}' AND created_at = $1) LIMIT 1`,
      [end],
    );
    return rows.length > 0;
  }

  /** Returns false if another process has sent the report. */
  async tell(message: OutgoingMessage): Promise<boolean> {
    const rows = await this.database.query(
      `INSERT INTO outbox SELECT * FROM ${messageRow('$1')}
       ON CONFLICT (created_at) WHERE type = '${REPORT_EVENT}' DO NOTHING RETURNING 1`,
      [messageJson(message)],
    );
    return rows.length > 0;
  }
}
