import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What a registered sale has beyond a purchase: the numbers by which it is known, and its payee, encrypted. A sale is
 * made elsewhere, so it never has a stamp of ours, whatever its outcome.
 */
const COLUMNS = [
  'registered_order_no text',
  'ramp_merchant_order_no text',
  'payee_sealed bytea',
  'payee_key_id text',
] as const;

const STAMPED = 'stamp IS NOT NULL AND asked IS NOT NULL';

/** Rows are held against a constraint by the next migration, which locks nobody out. */
const replaceCheck = (name: string, condition: string): string =>
  `ALTER TABLE trades DROP CONSTRAINT IF EXISTS ${name}, ADD CONSTRAINT ${name} CHECK (${condition}) NOT VALID`;

export class SellOrders1795430000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // Behind a long read the change would wait, and every query behind it: better to fail, and to be tried again.
    await runner.query(`SET LOCAL lock_timeout = '3s'`);
    for (const column of COLUMNS) await runner.query(`ALTER TABLE trades ADD COLUMN ${column}`);
    await runner.query(replaceCheck('trades_stamped', `side = 'SELL' OR (${STAMPED})`));
    await runner.query(replaceCheck('trades_payee', '(payee_sealed IS NULL) = (payee_key_id IS NULL)'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`UPDATE trades SET outcome = 'registered' WHERE side = 'SELL'`);
    await runner.query('ALTER TABLE trades DROP CONSTRAINT trades_payee, DROP CONSTRAINT trades_stamped');
    await runner.query(
      `ALTER TABLE trades ADD CONSTRAINT trades_stamped CHECK (outcome = 'registered' OR (${STAMPED}))`,
    );
    for (const column of COLUMNS) {
      await runner.query(`ALTER TABLE trades DROP COLUMN ${column.split(' ', 1).join('')}`);
    }
  }
}
