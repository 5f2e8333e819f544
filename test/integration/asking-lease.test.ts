import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { WatchRepository } from '#src/orders/storage/watch.repository.js';
import { OrderActs } from '../support/order-acts.js';
import { MINUTE } from '../support/moments.js';
import { buySeen } from '../support/order-builders.js';
import { openOwnOrderWriter } from '../support/order-writer.js';
import type { OrderWriter } from '../support/order-writer.js';
import { until } from '../support/service.js';
import { SystemChance } from '#src/platform/chance.js';

let opened: OrderWriter;
beforeAll(async () => {
  opened = await openOwnOrderWriter();
});
afterAll(() => opened.close());

it('polling lease: a trade is polled by one process at a time, and by the next after the lease expires', async () => {
  await new OrderActs(opened).created('A-1');
  const watches = new WatchRepository(opened.database, new SystemChance());
  const lease = async (): Promise<string | undefined> => (await watches.lease(['A-1', 'unknown'], MINUTE))[0]?.leaseId;
  const first = await lease();
  expect(first).toBeDefined();
  expect(await lease()).toBeUndefined();
  await opened.database.query(`UPDATE schedules SET lease_until = checkout_now() - interval '1 ms'`);
  const second = await lease();
  expect(second).toBeDefined();
  expect(second).not.toBe(first);
});

it('polling lease: an answer that lost its lease while waiting does not overwrite a newer record', async () => {
  const driven = new OrderActs(opened);
  await driven.created('A-2');
  await driven.seen('A-2', { status: 'CANCELLED', rampStatus: 'CANCEL' });
  const other = new pg.Client({ connectionString: opened.url });
  await other.connect();
  try {
    const [{ leaseId, askedAt } = { leaseId: '', askedAt: new Date() }] = await new WatchRepository(
      opened.database,
      new SystemChance(),
    ).lease(['A-2'], MINUTE);
    await other.query('BEGIN');
    await other.query(`UPDATE schedules SET lease_id = gen_random_uuid() WHERE trade_no = 'A-2'`);
    await other.query(`UPDATE trades SET last_seen = '{"record": "newer"}' WHERE trade_no = 'A-2'`);
    const snapshot = buySeen({ orderNo: 'P-A-2', status: 'CANCELLED', rampStatus: 'CANCEL' });
    const evidence = {
      endpoint: 'query' as const,
      sent: {},
      seen: { record: 'older' },
      httpStatus: 200,
      traceId: null,
    };
    const answer = { kind: 'seen', snapshot, evidence: { ...evidence, answeredAt: null } } as const;
    const recorded = opened.answers.recordAnswers([
      { tradeNo: 'A-2', leaseId, askedAt, cause: { kind: 'poll' }, answer },
    ]);
    await until('the answer waits', async () => {
      const { rows } = await other.query(
        'SELECT 1 FROM pg_locks JOIN pg_stat_activity USING (pid) WHERE NOT granted AND datname = current_database()',
      );
      return rows.length > 0;
    });
    await other.query('COMMIT');
    expect((await recorded).get('A-2')).toBe('dropped');
    const { rows } = await other.query('SELECT last_seen FROM trades WHERE trade_no = $1', ['A-2']);
    expect(rows).toEqual([{ last_seen: { record: 'newer' } }]);
  } finally {
    await other.end();
  }
});
