import { Injectable } from '@nestjs/common';
import { listed, names, only, placeholders, reader, selectList, values } from '../../platform/database/columns.js';
import { Database } from '../../platform/database/database.js';
import type { EndpointRow } from '../webhook.types.js';
import { ENDPOINT_COLUMNS } from './webhook.entity.js';

const SELECT = `SELECT ${selectList(ENDPOINT_COLUMNS, 'e')} FROM webhook_endpoints e`;
const read = reader(ENDPOINT_COLUMNS, 'e');
const RESTART = ['failures = 0', 'failing_since = NULL', 'position = (SELECT position FROM outbox_head)'];

export type EndpointChange = Partial<
  Pick<EndpointRow, 'url' | 'events' | 'description' | 'disabledReason' | 'secret' | 'secretKeyId'>
>;

@Injectable()
export class EndpointRepository {
  constructor(private readonly database: Database) {}

  now(): Promise<Date> {
    return this.database.now();
  }

  /** The endpoint starts at the head of the outbox. Does nothing if the id exists. */
  async insert(endpoint: Omit<EndpointRow, 'position'>): Promise<EndpointRow> {
    const [head] = await this.database.query<{ position: string }>('SELECT position FROM outbox_head');
    const row = { ...endpoint, position: Number(head?.position ?? 0) };
    const sql = `INSERT INTO webhook_endpoints (${names(ENDPOINT_COLUMNS)}) SELECT ${placeholders(ENDPOINT_COLUMNS, 1)}
      ON CONFLICT (id) DO NOTHING`;
    await this.database.query(sql, values(listed(ENDPOINT_COLUMNS), row));
    return row;
  }

  /** Oldest first; not paged, because endpoints are few. */
  async list(): Promise<EndpointRow[]> {
    return (await this.database.query<Record<string, unknown>>(`${SELECT} ORDER BY e.created_at, e.id`)).map(read);
  }

  /** `disabled` counts endpoints disabled by the service, not by staff. */
  async countByState(): Promise<Record<'enabled' | 'failing' | 'disabled', number>> {
    const rows = await this.database.query<{ state: 'enabled' | 'failing' | 'disabled'; count: number }>(
      `SELECT CASE WHEN disabled_reason IS NOT NULL THEN 'disabled' WHEN failing_since IS NOT NULL THEN 'failing' ELSE 'enabled' END
                AS state, count(*)::int
         FROM webhook_endpoints WHERE disabled_reason IS NULL OR disabled_reason <> 'staff' GROUP BY 1`,
    );
    const none = { enabled: 0, failing: 0, disabled: 0 };
    return { ...none, ...Object.fromEntries(rows.map(({ state, count }) => [state, count])) };
  }

  async find(id: string): Promise<EndpointRow | null> {
    const [row] = await this.database.query<Record<string, unknown>>(`${SELECT} WHERE e.id = $1`, [id]);
    return row === undefined ? null : read(row);
  }

  /** A re-enabled endpoint continues at the head of the outbox with its failures reset. Returns null if it is gone. */
  change(id: string, change: EndpointChange): Promise<EndpointRow | null> {
    return this.update('e.id = $1', [id], change);
  }

  /** Returns null if the endpoint is gone or its secret differs from `before`. */
  replaceSecret({ id, secret }: EndpointRow, change: EndpointChange): Promise<EndpointRow | null> {
    return this.update('e.id = $1 AND e.secret = $2', [id, secret], change);
  }

  async delete(id: string): Promise<void> {
    await this.database.query('DELETE FROM webhook_endpoints WHERE id = $1', [id]);
  }

  private async update(
    which: string,
    parameters: readonly unknown[],
    change: EndpointChange,
  ): Promise<EndpointRow | null> {
    const columns = only(ENDPOINT_COLUMNS, Object.keys(change));
    const sets = listed(columns).map(({ column }, at) => `${column} = $${at + parameters.length + 1}`);
    const all = [...sets, ...(change.disabledReason === null ? RESTART : [])];
    const sql =
      all.length === 0
        ? `${SELECT} WHERE ${which}`
        : `UPDATE webhook_endpoints e SET ${all.join(', ')} WHERE ${which} RETURNING ${selectList(ENDPOINT_COLUMNS, 'e')}`;
    const [row] = await this.database.query<Record<string, unknown>>(sql, [
      ...parameters,
      ...values(listed(columns), change),
    ]);
    return row === undefined ? null : read(row);
  }
}
