import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { ENDED, lineParameters } from '../report/lines-sql.js';
import { ALL_TIME } from '../span.js';
import { REMOVE_SQL } from './remove-sql.js';

/** `created` is Postgres' text: a Date would lose its microseconds. */
export interface OrderPlace {
  readonly number: string;
  readonly created: string;
}

export interface SealedRemoval {
  readonly number: string;
  readonly version: number;
  readonly seal: Buffer;
}

/** May include orders that cannot be removed yet; `remove_orders` checks all conditions. */
const OLD = `
  SELECT merchant_order_no AS number, created_at::text AS created FROM orders
   WHERE (created_at, merchant_order_no) > ($1::timestamptz, $2::text)
     AND created_at < checkout_now() - $3 * interval '1 millisecond'
     AND updated_at < checkout_now() - $3 * interval '1 millisecond' AND status = ANY($4) AND NOT in_review
   ORDER BY created_at, merchant_order_no LIMIT $5`;

/** Ended orders are neither open nor overdue, so the policy does not matter. */
const ANY_POLICY = { expiryMs: 0, firstDelayMs: 0 };

@Injectable()
export class RemovalRepository {
  constructor(private readonly database: Database) {}

  /** Ended orders without a change for this long, oldest first, after a cursor. */
  old(olderThanMs: number, after: OrderPlace, most: number): Promise<OrderPlace[]> {
    return this.database.query(OLD, [after.created, after.number, olderThanMs, ENDED, most]);
  }

  /** Removes, in one statement, the orders that are unchanged and removable. Returns how many. */
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
