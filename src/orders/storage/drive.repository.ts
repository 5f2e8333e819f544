import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';

@Injectable()
export class DriveRepository {
  constructor(private readonly database: Database) {}

  /**
   * `left behind`: the lease has expired, or the runner released it and the worker is not due yet. `ended`: no attempt is
   * running, and a request starts a new one.
   */
  async takeDrive(
    merchantOrderNo: string,
    driveLease: string,
    leaseMs: number,
    when: 'left behind' | 'ended',
  ): Promise<boolean> {
    const rows = await this.database.query(
      `UPDATE orders SET drive_lease = $2, drive_until = checkout_now() + $3 * interval '1 millisecond'
        WHERE merchant_order_no = $1
          AND CASE WHEN $4 THEN drive_until IS NULL
                   ELSE drive_until <= checkout_now() OR (drive_until IS NOT NULL AND drive_lease IS NULL) END
        RETURNING merchant_order_no`,
      [merchantOrderNo, driveLease, leaseMs, when === 'ended'],
    );
    return rows.length === 1;
  }

  async claimDrives(
    leases: readonly string[],
    leaseMs: number,
  ): Promise<{ merchantOrderNo: string; driveLease: string }[]> {
    const rows = await this.database.query<{ merchant_order_no: string; drive_lease: string }>(
      `WITH picked AS (
         SELECT merchant_order_no, row_number() OVER () AS place FROM (
           SELECT merchant_order_no FROM orders WHERE drive_until <= checkout_now()
            ORDER BY drive_until LIMIT cardinality($1::uuid[]) FOR UPDATE SKIP LOCKED) due)
       UPDATE orders SET drive_lease = ($1::uuid[])[place], drive_until = checkout_now() + $2 * interval '1 millisecond'
         FROM picked WHERE orders.merchant_order_no = picked.merchant_order_no
       RETURNING orders.merchant_order_no, orders.drive_lease`,
      [leases, leaseMs],
    );
    return rows.map((row) => ({ merchantOrderNo: row.merchant_order_no, driveLease: row.drive_lease }));
  }

  async renewDrive(merchantOrderNo: string, driveLease: string, leaseMs: number): Promise<boolean> {
    const rows = await this.database.query(
      `UPDATE orders SET drive_until = checkout_now() + $3 * interval '1 millisecond'
        WHERE merchant_order_no = $1 AND drive_lease = $2 RETURNING merchant_order_no`,
      [merchantOrderNo, driveLease, leaseMs],
    );
    return rows.length === 1;
  }

  async releaseDrive(merchantOrderNo: string, driveLease: string, delayMs: number | null): Promise<void> {
    await this.database.query(
      // A null delay makes the sum null: no runner is needed.
      `UPDATE orders SET drive_lease = NULL, drive_until = checkout_now() + $3::integer * interval '1 millisecond'
        WHERE merchant_order_no = $1 AND drive_lease = $2`,
      [merchantOrderNo, driveLease, delayMs],
    );
  }
}
