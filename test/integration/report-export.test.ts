import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ReportExportService } from '#src/accounting/report/report-export.service.js';
import { ReportService } from '#src/accounting/report/report.service.js';
import { ALL_TIME } from '#src/accounting/span.js';
import { freshDatabase } from '../support/database.js';
import type { TestDatabase } from '../support/database.js';
import { openOrderWriter } from '../support/order-writer.js';
import type { OrderWriter } from '../support/order-writer.js';
import { until } from '../support/service.js';

let testDatabase: TestDatabase;
let opened: OrderWriter;
let blocker: pg.Client;

beforeEach(async () => {
  testDatabase = await freshDatabase();
  blocker = new pg.Client({ connectionString: testDatabase.url });
  await blocker.connect();
});
afterEach(async () => {
  await blocker.end();
  await opened.close();
  await testDatabase.drop();
});

class Impatient extends ReportExportService {
  protected override readonly timeoutMs = 3000;
}

function exporting(Service = ReportExportService): ReportExportService {
  opened = openOrderWriter(testDatabase.url);
  return new Service(new ReportService(opened.database), opened.settings);
}

/** A report waits while this lock is held. */
const holdOrders = async (): Promise<void> => {
  await blocker.query('BEGIN');
  await blocker.query('LOCK TABLE orders IN ACCESS EXCLUSIVE MODE');
};

const nothing = (): Promise<void> => Promise.resolve();

const waiting = (): Promise<true> =>
  until('a report that waits', async () => {
    const { rows } = await blocker.query(`SELECT 1 FROM pg_locks WHERE NOT granted AND relation = 'orders'::regclass`);
    return rows.length === 1 ? true : null;
  });

describe('report over HTTP', () => {
  it('is cancelled after its timeout with a hint, and its connection is discarded', async () => {
    const reports = exporting(Impatient);
    await holdOrders();
    await expect(reports.report(ALL_TIME, 'created', nothing)).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('shorter period') as string,
    });
    await blocker.query('ROLLBACK');
    expect(await reports.report(ALL_TIME, 'created', nothing)).toMatchObject({ orders: 0, balanced: true });
    // Neither the timeout nor the read-only transaction persists.
    const rows = await opened.database.query(`SELECT current_setting('statement_timeout') AS limit`);
    expect(rows).toEqual([{ limit: '10s' }]);
    await opened.database.query(`UPDATE call_budget SET next_at = next_at`);
  });

  it('runs once at a time: the next one gets Retry-After and does not start', async () => {
    const reports = exporting();
    await holdOrders();
    const first = reports.report(ALL_TIME, 'created', nothing);
    await waiting();
    let begun = 0;
    const second = reports.report(ALL_TIME, 'created', () => {
      begun += 1;
      return Promise.resolve();
    });
    await expect(second).rejects.toMatchObject({ code: 'unavailable', extras: { retryAfter: 5 } });
    expect(begun).toBe(0);
    // Other statements run meanwhile.
    expect(await opened.database.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await blocker.query('ROLLBACK');
    expect(await first).toMatchObject({ orders: 0 });
    expect(await reports.report(ALL_TIME, 'created', nothing)).toMatchObject({ orders: 0 });
  });

  it('is not made if the audit entry fails', async () => {
    const reports = exporting();
    const failed = reports.report(ALL_TIME, 'created', () => Promise.reject(new Error('the audit log is full')));
    await expect(failed).rejects.toThrow('the audit log is full');
    expect(await reports.report(ALL_TIME, 'created', nothing)).toMatchObject({ orders: 0 });
  });
});
