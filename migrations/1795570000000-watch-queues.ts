import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which of those who wait goes first depends on what they wait for; a class of its own would be lost on an older release. */
const QUEUES = [
  ['trades_called', `hint_cause LIKE 'callback:%'`],
  ['trades_followed', `hint_cause = 'order-followed'`],
  ['trades_read', `NOT coalesce(hint_cause LIKE 'callback:%' OR hint_cause = 'order-followed', false)`],
] as const;

export class WatchQueues1795570000000 implements MigrationInterface {
  /** Built while the service reads and writes, which Postgres allows outside of a transaction only. */
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    for (const [name, condition] of QUEUES) {
      // One that was broken off stays behind, not valid.
      await runner.query(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`);
      await runner.query(`CREATE INDEX CONCURRENTLY ${name} ON trades (next_query_at)
        WHERE watch_class = 'waiting' AND ${condition} AND next_query_at IS NOT NULL`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [name] of QUEUES) await runner.query(`DROP INDEX IF EXISTS ${name}`);
  }
}
