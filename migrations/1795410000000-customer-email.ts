import type { MigrationInterface, QueryRunner } from 'typeorm';

const WHOLE = 'orders_customer_email_whole';

/**
 * The customer's e-mail address, encrypted, where the provider gives access by it: whoever goes on with a checkout when
 * its caller is gone has to name the customer again.
 */
export class CustomerEmail1795410000000 implements MigrationInterface {
  /** So that the orders that are there are looked through while the service writes. Each step may be done before. */
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    // Behind a long read the change would wait, and every query behind it: better to fail, and to be tried again.
    await runner.query(`SET lock_timeout = '3s'`);
    try {
      await runner.query(`ALTER TABLE orders DROP CONSTRAINT IF EXISTS ${WHOLE}`);
      await runner.query(`ALTER TABLE orders ADD COLUMN IF NOT EXISTS customer_email bytea,
        ADD COLUMN IF NOT EXISTS customer_email_key_id text,
        ADD CONSTRAINT ${WHOLE} CHECK ((customer_email IS NULL) = (customer_email_key_id IS NULL)) NOT VALID`);
      await runner.query(`ALTER TABLE orders VALIDATE CONSTRAINT ${WHOLE}`);
    } finally {
      await runner.query('RESET lock_timeout');
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE orders DROP COLUMN IF EXISTS customer_email_key_id, DROP COLUMN IF EXISTS customer_email',
    );
  }
}
