import { Injectable, Logger } from '@nestjs/common';
import { KeysService } from '../../platform/crypto/keys.service.js';
import type { KeyRing } from '../../platform/crypto/key-ring.js';
import type { Columns } from '../../platform/database/columns.js';
import { Database } from '../../platform/database/database.js';
import { entity } from '../../platform/database/entity-table.js';
import { logEvent } from '../../platform/telemetry/log-events.js';
import { HistoryRepository } from '../history/history.repository.js';
import { historyKeys, judgeOrder, removalText } from '../history/judge-order.js';
import type { RemovedOrder, StoredOrder } from '../history/judge-order.js';
import { ENDED } from '../../orders/storage/overdue.js';
import { lineParameters, withLines, withSentLines, within } from '../report/lines-sql.js';
import { pages } from '../pages.js';
import { ALL_TIME } from '../span.js';

/** Few, so as not to delay concurrent checkouts. */
const AT_ONCE = 100;

const ACCOUNT_COLUMNS: Columns<Record<'month' | 'line' | 'count' | 'amount' | 'unstated', unknown>> = {
  month: 'date',
  line: 'jsonb',
  count: 'bigint',
  amount: 'numeric',
  unstated: 'bigint',
};

export const MonthlyAccountEntity = entity('monthly_account', ACCOUNT_COLUMNS, ['month', 'line'], {});

const REMOVED_ORDER_COLUMNS: Columns<RemovedOrder & Record<'month' | 'removedAt', unknown>> = {
  merchantOrderNo: 'text collate C',
  month: 'date',
  times: 'timestamptz[]',
  macs: 'bytea[]',
  keyId: 'text',
  seal: 'bytea',
  removedAt: 'timestamptz',
};

export const RemovedOrderEntity = entity('removed_orders', REMOVED_ORDER_COLUMNS, ['merchantOrderNo'], {
  checks: [
    { name: 'removed_orders_whole', expression: 'cardinality(times) > 0 AND cardinality(times) = cardinality(macs)' },
    { name: 'removed_orders_seal', expression: 'octet_length(seal) = 32' },
  ],
  indices: [{ name: 'removed_orders_month', columns: ['month'] }],
});

/** Candidates, oldest first; `remove_orders` checks all conditions. As text: a Date would lose microseconds. */
const OLD = `
  SELECT merchant_order_no AS number, created_at::text AS created FROM orders
   WHERE (created_at, merchant_order_no) > ($1::timestamptz, $2::text)
     AND created_at < checkout_now() - $3 * interval '1 millisecond'
     AND updated_at < checkout_now() - $3 * interval '1 millisecond' AND status = ANY($4) AND NOT in_review
   ORDER BY created_at, merchant_order_no LIMIT $5`;

const isRemoved = (column: string): string =>
  `${column} = ANY($8) AND EXISTS (SELECT FROM removed r WHERE r.number = ${column})`;
const REMOVED = {
  orders: `${within('o.created_at')} AND ${isRemoved('o.merchant_order_no')}`,
  opened: isRemoved('merchant_order_no'),
  resolved: isRemoved('merchant_order_no'),
};

/** One statement, so one snapshot. Parameters: of the report over all time, numbers, versions, seals, key id. */
const REMOVE = `
  WITH removed AS MATERIALIZED (
    SELECT number FROM remove_orders($8::text[], $9::integer[], $10::bytea[], $11) AS gone (number)),
  ${withLines(REMOVED)},
  ${withSentLines(isRemoved('t.merchant_order_no'))},
  added AS (
    INSERT INTO monthly_account AS a (month, line, count, amount, unstated)
    SELECT month, line, sum(count), sum(amount), sum(unstated)
      FROM (SELECT * FROM lines UNION ALL SELECT * FROM sent_lines) every GROUP BY month, line ORDER BY month, line
    ON CONFLICT (month, line) DO UPDATE SET count = a.count + excluded.count, amount = a.amount + excluded.amount,
       unstated = a.unstated + excluded.unstated)
  SELECT number FROM removed`;

/** Ended orders are neither open nor overdue, so the policy does not matter. */
const OF_THE_REPORT = lineParameters(ALL_TIME, { expiryMs: 0, firstDelayMs: 0 });

/** Removes orders with all their data. Numbers stay taken; report figures and history HMACs are kept. */
@Injectable()
export class RemovalService {
  private readonly logger = new Logger(RemovalService.name);

  constructor(
    private readonly database: Database,
    private readonly histories: HistoryRepository,
    private readonly keys: KeysService,
  ) {}

  /** Each batch is one statement, so a crash leaves no half-removed order. Orders whose history has a fault stay. */
  async removeOld(olderThanMs: number): Promise<void> {
    const ring = await this.keys.ring();
    const keys = historyKeys(ring, () => undefined);
    let [removed, faulty] = [0, 0];
    const read = (after: { number: string; created: string } | null): Promise<{ number: string; created: string }[]> =>
      this.database.query(OLD, [after?.created ?? '-infinity', after?.number ?? '', olderThanMs, ENDED, AT_ONCE]);
    for await (const page of pages(AT_ONCE, read)) {
      const stored = await this.histories.listed(page.map(({ number }) => number));
      const sound = stored.filter((order) => judgeOrder(order, keys).length === 0);
      faulty += stored.length - sound.length;
      removed += await this.remove(sound, ring);
    }
    if (removed + faulty > 0) logEvent(this.logger, 'orders_removed', { removed, faulty });
  }

  /** Removes those that are unchanged and removable. Returns how many. */
  private async remove(sound: readonly StoredOrder[], ring: KeyRing): Promise<number> {
    const orders = sound.flatMap(({ order, events }) => (order === null ? [] : [{ order, events }]));
    if (orders.length === 0) return 0;
    const seals = orders.map(({ order: { merchantOrderNo }, events }) => {
      const left = { merchantOrderNo, times: events.map(({ at }) => at), macs: events.map(({ mac }) => mac) };
      return ring.sign('history', removalText(left)).mac;
    });
    const numbers = orders.map(({ order }) => order.merchantOrderNo);
    const versions = orders.map(({ order }) => order.version);
    const parameters = [...OF_THE_REPORT, numbers, versions, seals, ring.newestId];
    return (await this.database.query(REMOVE, parameters)).length;
  }
}
