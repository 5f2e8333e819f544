import pg from 'pg';
import { HistoryCheckService } from '#src/accounting/history/history-check.service.js';
import { HistoryRepository } from '#src/accounting/history/history.repository.js';
import { ALL_TIME } from '#src/accounting/span.js';
import { asServiceRole } from './database.js';
import { OrderActs } from './order-acts.js';
import { openOwnOrderWriter } from './order-writer.js';
import type { OrderWriter } from './order-writer.js';

export const REFUSED = { code: 'order_in_review' };

/** Orders on a database of their own, with an attacker who can write to it: with the service's role, and as the owner. */
export class AlteredOrders {
  private made = 0;

  private constructor(
    readonly opened: OrderWriter,
    readonly driven: OrderActs,
    readonly service: pg.Client,
    readonly owner: pg.Client,
  ) {}

  static async open(): Promise<AlteredOrders> {
    const opened = await openOwnOrderWriter();
    const service = new pg.Client({ connectionString: asServiceRole(opened.url) });
    const owner = new pg.Client({ connectionString: opened.url });
    await Promise.all([service.connect(), owner.connect()]);
    return new AlteredOrders(opened, new OrderActs(opened), service, owner);
  }

  async close(): Promise<void> {
    await Promise.all([this.service.end(), this.owner.end()]);
    await this.opened.close();
  }

  /** A purchase with two trades; the newer one has a page. */
  async order(): Promise<string> {
    const number = `A-${(this.made += 1)}`;
    await this.driven.superseded(number);
    return number;
  }

  /** Runs as the service's role; what triggers refuse, as the owner without triggers. */
  async alter(sql: string, number: string): Promise<void> {
    try {
      await this.service.query(sql, [number]);
    } catch {
      await this.owner.query('SET session_replication_role = replica');
      await this.owner.query(sql, [number]);
      await this.owner.query('RESET session_replication_role');
    }
  }

  read(number: string): ReturnType<OrderWriter['orders']['find']> {
    return this.opened.orders.find(number);
  }

  async faults(number: string): Promise<string[]> {
    const found: string[] = [];
    const check = new HistoryCheckService(new HistoryRepository(this.opened.database));
    await check.check({ order: number, span: ALL_TIME }, await this.opened.keys.ring(), {
      fault: ({ reason }) => Promise.resolve(void found.push(reason)),
      progress: () => undefined,
    });
    return found;
  }

  async mismatches(number: string): Promise<{ id: string; kind: string; seen: string | null }[]> {
    const { rows } = await this.owner.query<{ id: string; kind: string; seen: string | null }>(
      'SELECT id, kind, seen FROM mismatches WHERE merchant_order_no = $1 AND resolved_at IS NULL',
      [number],
    );
    return rows;
  }
}
