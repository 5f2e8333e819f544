import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import type { OrderMark } from './watched-orders.js';

/** Detects changed orders without reading them whole. */
@Injectable()
export class OrderMarkRepository {
  constructor(private readonly database: Database) {}

  /** One statement for all; unknown numbers are left out. */
  async marks(merchantOrderNos: readonly string[]): Promise<OrderMark[]> {
    return this.database.query<OrderMark>(
      `SELECT merchant_order_no AS "merchantOrderNo", version, secret_salt IS NULL AS "isRevoked",
              drive_until IS NOT NULL AS "isDriven"
         FROM orders WHERE merchant_order_no = ANY($1)`,
      [merchantOrderNos],
      true,
    );
  }
}
