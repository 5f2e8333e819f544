import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { OrderChanges } from './order-changes.js';

/** The exclusive, expiring right to create trades of an order. Leases change no version of the order. */
@Injectable()
export class AttemptLeases {
  constructor(
    private readonly database: Database,
    private readonly changes: OrderChanges,
  ) {}

  /** `left behind`: takes over an expired or released lease. `ended`: a request starts anew. false: taken. */
  async take(merchantOrderNo: string, lease: string, leaseMs: number, when: 'left behind' | 'ended'): Promise<boolean> {
    const rows = await this.database.query(
      `UPDATE orders SET attempt_lease = $2, attempt_until = checkout_now() + $3 * interval '1 millisecond'
        WHERE merchant_order_no = $1
          AND CASE WHEN $4 THEN attempt_until IS NULL
                   ELSE attempt_until <= checkout_now() OR (attempt_until IS NOT NULL AND attempt_lease IS NULL) END
        RETURNING merchant_order_no`,
      [merchantOrderNo, lease, leaseMs, when === 'ended'],
    );
    return rows.length === 1;
  }

  /** Orders whose current trade has no outcome and no runner; each gets one of `leases`. */
  async claim(
    leases: readonly string[],
    leaseMs: number,
  ): Promise<{ merchantOrderNo: string; attemptLease: string }[]> {
    return this.database.query(
      `WITH picked AS (
         SELECT merchant_order_no, row_number() OVER () AS place FROM (
           SELECT merchant_order_no FROM orders WHERE attempt_until <= checkout_now()
            ORDER BY attempt_until LIMIT cardinality($1::uuid[]) FOR UPDATE SKIP LOCKED) due)
       UPDATE orders SET attempt_lease = ($1::uuid[])[place], attempt_until = checkout_now() + $2 * interval '1 millisecond'
         FROM picked WHERE orders.merchant_order_no = picked.merchant_order_no
       RETURNING orders.merchant_order_no AS "merchantOrderNo", orders.attempt_lease AS "attemptLease"`,
      [leases, leaseMs],
    );
  }

  /** Extends the lease to `leaseMs` from now. false: lost. */
  async renew(merchantOrderNo: string, lease: string, leaseMs: number): Promise<boolean> {
    const rows = await this.database.query(
      `UPDATE orders SET attempt_until = checkout_now() + $3 * interval '1 millisecond'
        WHERE merchant_order_no = $1 AND attempt_lease = $2 RETURNING merchant_order_no`,
      [merchantOrderNo, lease, leaseMs],
    );
    return rows.length === 1;
  }

  /** Lets the next runner start after `delayMs`; null: none is needed, since the sum with a null delay is null. */
  async release(merchantOrderNo: string, lease: string, delayMs: number | null): Promise<void> {
    await this.database.query(
      `UPDATE orders SET attempt_lease = NULL, attempt_until = checkout_now() + $3::integer * interval '1 millisecond'
        WHERE merchant_order_no = $1 AND attempt_lease = $2`,
      [merchantOrderNo, lease, delayMs],
    );
    this.changes.announce([{ merchantOrderNo, version: null }]);
  }
}
