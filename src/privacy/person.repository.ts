import { Injectable } from '@nestjs/common';
import { Database } from '../platform/database/database.js';

const AT_ONCE = 1000;

export interface StoredPerson {
  readonly merchantOrderNo: string;
  readonly createdAt: Date;
  readonly customerId: string | null;
  readonly customerEmail: Buffer | null;
  readonly customerEmailKeyId: string | null;
  readonly payees: readonly { readonly tradeNo: string; readonly sealed: string; readonly keyId: string }[];
}

const PERSONS = `
  SELECT o.merchant_order_no AS "merchantOrderNo", o.created_at AS "createdAt", o.customer_id AS "customerId",
         o.customer_email AS "customerEmail", o.customer_email_key_id AS "customerEmailKeyId",
         (SELECT coalesce(jsonb_agg(jsonb_build_object('tradeNo', t.trade_no, 'sealed', encode(t.payee_sealed, 'hex'),
                   'keyId', t.payee_key_id)), '[]')
            FROM trades t WHERE t.merchant_order_no = o.merchant_order_no AND t.payee_sealed IS NOT NULL) AS payees
    FROM orders o WHERE o.merchant_order_no > $1 AND o.erased_at IS NULL ORDER BY o.merchant_order_no LIMIT ${AT_ONCE}`;

const WITH_EMAIL = `
  SELECT merchant_order_no AS number FROM orders WHERE customer_email_digest = ANY($1::bytea[]) AND erased_at IS NULL
  UNION
  SELECT merchant_order_no FROM trades JOIN orders USING (merchant_order_no)
   WHERE payee_email_digest = ANY($1::bytea[]) AND erased_at IS NULL
  ORDER BY number`;

@Injectable()
export class PersonRepository {
  constructor(private readonly database: Database) {}

  async numbersOf(customerId: string): Promise<string[]> {
    const rows = await this.database.query<{ number: string }>(
      'SELECT merchant_order_no AS number FROM orders WHERE customer_id = $1 ORDER BY created_at',
      [customerId],
    );
    return rows.map(({ number }) => number);
  }

  /** Orders with one of these e-mail digests, without erased ones. */
  async numbersWithEmail(digests: readonly Buffer[]): Promise<string[]> {
    const rows = await this.database.query<{ number: string }>(WITH_EMAIL, [digests]);
    return rows.map(({ number }) => number);
  }

  async *all(): AsyncGenerator<StoredPerson> {
    for (let after = ''; ;) {
      const page = await this.database.query<StoredPerson>(PERSONS, [after]);
      yield* page;
      const last = page.at(-1);
      if (last === undefined || page.length < AT_ONCE) return;
      after = last.merchantOrderNo;
    }
  }

  /** Clears old `payUrl`s; returns how many. Changes no version. */
  async clearPages(olderThanMs: number, most: number): Promise<number> {
    const rows = await this.database.query(
      `UPDATE trades SET pay_url = NULL WHERE trade_no IN (
         SELECT trade_no FROM trades
          WHERE pay_url IS NOT NULL AND pay_url_at < checkout_now() - $1 * interval '1 millisecond'
          ORDER BY pay_url_at LIMIT $2 FOR UPDATE SKIP LOCKED)
       RETURNING trade_no`,
      [olderThanMs, most],
    );
    return rows.length;
  }

  /** Erased orders whose legal retention has ended, in full or in part. */
  async keptNoLonger(most: number): Promise<string[]> {
    const rows = await this.database.query<{ number: string }>(
      'SELECT merchant_order_no AS number FROM orders WHERE kept_until <= checkout_now() ORDER BY kept_until LIMIT $1',
      [most],
    );
    return rows.map(({ number }) => number);
  }
}
