import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The price that a customer was shown, with the trade for which it counts, and how far what was received differs from it.
 * Not validated: rows from before have nothing in these columns, and to read them all would hold up every checkout.
 */
const ADD = `ALTER TABLE trades
  ADD COLUMN shown_quantity numeric,
  ADD COLUMN tolerance_percent numeric,
  ADD COLUMN slippage_percent numeric,
  ADD CONSTRAINT trades_shown CHECK ((shown_quantity IS NULL) = (tolerance_percent IS NULL)
    AND (slippage_percent IS NULL OR shown_quantity IS NOT NULL)
    AND shown_quantity > 0 AND tolerance_percent BETWEEN 0 AND 100) NOT VALID`;

export class PriceGuard1795440000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // Behind a long read the change would wait, and every query behind it: better to fail, and to be tried again.
    await runner.query(`SET LOCAL lock_timeout = '3s'`);
    await runner.query(ADD);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE trades DROP COLUMN shown_quantity, DROP COLUMN tolerance_percent,
      DROP COLUMN slippage_percent`);
  }
}
