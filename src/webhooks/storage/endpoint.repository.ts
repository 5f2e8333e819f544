import { Injectable } from '@nestjs/common';
import { listed, names, only, placeholders, reader, selectList, values } from '../../platform/database/columns.js';
import { Database } from '../../platform/database/database.js';
import type { EndpointRow } from '../webhook.types.js';
import { ENDPOINT_COLUMNS } from './webhook.entity.js';

const SELECT = `SELECT ${selectList(ENDPOINT_COLUMNS, 'e')} FROM webhook_endpoints e`;
const read = reader(ENDPOINT_COLUMNS, 'e');

/** What may be changed of an endpoint. */
export type EndpointChange = Partial<
  Pick<
    EndpointRow,
    | 'url'
    | 'events'
    | 'description'
    | 'disabledReason'
    | 'secret'
    | 'secretKeyId'
    | 'previousSecret'
    | 'previousSecretKeyId'
  > & { readonly previousUntil: Date | null }
>;

@Injectable()
export class EndpointRepository {
  constructor(private readonly database: Database) {}

  now(): Promise<Date> {
    return this.database.now();
  }

  /** It is told what is placed from now on. */
  async insert(endpoint: Omit<EndpointRow, 'position'>): Promise<EndpointRow> {
    const [head] = await this.database.query<{ position: string }>('SELECT position FROM outbox_head');
    const row = { ...endpoint, position: Number(head?.position ?? 0) };
    const sql = `INSERT INTO webhook_endpoints (${names(ENDPOINT_COLUMNS)}) SELECT ${placeholders(ENDPOINT_COLUMNS, 1)}`;
    await this.database.query(sql, values(ENDPOINT_COLUMNS, row));
    return row;
  }

  /** Oldest first; they are few. */
  async list(): Promise<EndpointRow[]> {
    return (await this.database.query<Record<string, unknown>>(`${SELECT} ORDER BY e.created_at, e.id`)).map(read);
  }

  async find(id: string): Promise<EndpointRow | null> {
    const [row] = await this.database.query<Record<string, unknown>>(`${SELECT} WHERE e.id = $1`, [id]);
    return row === undefined ? null : read(row);
  }

  /** One that is enabled again goes on with what is placed from now on, and its failures are forgotten. null: it is gone. */
  async change(id: string, change: EndpointChange, isEnabledAnew: boolean): Promise<EndpointRow | null> {
    const columns = only(ENDPOINT_COLUMNS, Object.keys(change));
    const sets = listed(columns).map(({ column }, at) => `${column} = $${at + 2}`);
    const anew = ['failures = 0', 'failing_since = NULL', 'position = (SELECT position FROM outbox_head)'];
    const all = [...sets, ...(isEnabledAnew ? anew : [])];
    if (all.length === 0) return this.find(id);
    const [row] = await this.database.query<Record<string, unknown>>(
      `UPDATE webhook_endpoints e SET ${all.join(', ')} WHERE e.id = $1 RETURNING ${selectList(ENDPOINT_COLUMNS, 'e')}`,
      [id, ...values(columns, change)],
    );
    return row === undefined ? null : read(row);
  }

  /** With its deliveries. */
  async delete(id: string): Promise<boolean> {
    return (await this.database.query('DELETE FROM webhook_endpoints WHERE id = $1 RETURNING id', [id])).length > 0;
  }
}
