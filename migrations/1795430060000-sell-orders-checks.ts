import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Holds the rows that are there against the new constraints, while the service reads and writes. */
export class SellOrdersChecks1795430060000 implements MigrationInterface {
  /** Each constraint by itself, so that none is held for as long as both take. */
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    for (const name of ['trades_stamped', 'trades_payee']) {
      await runner.query(`ALTER TABLE trades VALIDATE CONSTRAINT ${name}`);
    }
  }

  async down(): Promise<void> {
    // A constraint that holds for all rows stays so.
  }
}
