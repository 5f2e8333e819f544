import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';

/** Equals the predicate of its index. */
const UNPAID = `
  SELECT encode(guest_block, 'hex') AS block, count(*)::integer AS orders FROM orders
   WHERE guest_block IS NOT NULL AND status = ANY ('{CREATING,AWAITING_PAYMENT,PAYMENT_FAILED}')
   GROUP BY guest_block`;

@Injectable()
export class GuestOrdersRepository {
  constructor(private readonly database: Database) {}

  unpaidByBlock(): Promise<{ block: string; orders: number }[]> {
    return this.database.query(UNPAID);
  }
}
