import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { ENDED, lineParameters } from '../report/lines-sql.js';
import { ALL_TIME } from '../span.js';
import { REMOVE_SQL } from './remove-sql.js';

/** An order, and when it was made as Postgres says it: a Date would lose its microseconds. */
export interface OrderPlace {
  readonly number: string;
  readonly created: string;
}

/** An order as its history was found sound, with the seal of what is left of it. */
export interface SealedRemoval {
  readonly number: string;
  readonly version: number;
  readonly seal: Buffer;
}

/** Some that cannot go yet are among them: `remove_orders` knows all reasons. */
const OLD = `
  SELECT merchant_order_no AS number, created_at::text AS created FROM orders
   WHERE (created_at, merchant_order_no) > ($1::timestamptz, $2::text)
     AND created_at < checkout_now() - $3 * interval '1 millisecond'
     AND updated_at < checkout_now() - $3 * interval '1 millisecond' AND status = ANY($4) AND NOT in_review
   ORDER BY created_at, merchant_order_no LIMIT $5`;

/** What has ended is neither open nor overdue. */
const ANY_POLICY = { expiryMs: 0, firstDelayMs: 0 };

@Injectable()
export class RemovalRepository {
  constructor(private readonly database: Database) {}

  /** Orders that have ended, and of which nothing has changed for so long: oldest first, behind a place. */
  old(olderThanMs: number, after: OrderPlace, most: number): Promise<OrderPlace[]> {
    return this.database.query(OLD, [after.created, after.number, olderThanMs, ENDED, most]);
  }

  /** Removes those of these orders that are still so and may go, in one statement. Gives how many. */
  async remove(removals: readonly SealedRemoval[], keyId: string): Promise<number> {
    const gone = await this.database.query(
      REMOVE_SQL,
      [
        ...lineParameters(ALL_TIME, ANY_POLICY),
        removals.map(({ number }) => number),
        removals.map(({ version }) => version),
        removals.map(({ seal }) => seal),
        keyId,
      ],
      true,
    );
    return gone.length;
  }
}
