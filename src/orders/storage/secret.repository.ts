import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';

/** The random value that an order's client secrets are made of. No belief: no version changes, and no change writes it. */
@Injectable()
export class SecretRepository {
  constructor(private readonly database: Database) {}

  /** false: there is no such order. */
  async takeSalt(merchantOrderNo: string): Promise<boolean> {
    const rows = await this.database.query(
      'UPDATE orders SET secret_salt = NULL WHERE merchant_order_no = $1 RETURNING merchant_order_no',
      [merchantOrderNo],
    );
    return rows.length === 1;
  }
}
