import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import type { OrderMark } from './watched-orders.js';

/** Looks whether orders are as they were, without reading them. */
@Injectable()
export class OrderMarkRepository {
  constructor(private readonly database: Database) {}

  /** One statement, however many they are; a number that is not known is left out. */
  async marks(merchantOrderNos: readonly string[]): Promise<OrderMark[]> {
    const rows = await this.database.query<{ merchant_order_no: string; version: number; secret_salt: Buffer }>(
      'SELECT merchant_order_no, version, secret_salt FROM orders WHERE merchant_order_no = ANY($1)',
      [merchantOrderNos],
    );
    return rows.map((row) => ({
      merchantOrderNo: row.merchant_order_no,
      version: row.version,
      secretSalt: row.secret_salt,
    }));
  }
}
