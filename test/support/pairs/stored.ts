import pg from 'pg';

/** Random and therefore different in each run: ids, digests, times. Ids of tests begin with zeros. */
const RANDOM = [
  [/\b(?!00000000)[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g, 'id'],
  [/\\\\x[0-9a-f]*/g, 'bytes'],
  [/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(\+\d\d:\d\d|Z)/g, 'time'],
  [/("(prefix|successorPrefix)": ?)"\w+"/g, '$1"random"'],
  [/("late_ms": ?)[\d.]+/g, '$1"ms"'],
  // Only the pace of polls follows from them, until the next answer.
  [/("watch_class": ?)"(young|closed)"/g, '$1"class"'],
  [/("(quiet|missed|fruitless)_answers": ?)\d+/g, '$1"n"'],
] as const;

/** A text in which only what is the same in each run is left. */
export const withoutRandom = (text: string): string =>
  RANDOM.reduce((left, [what, word]) => left.replace(what, word), text);

/** The whole content of a small database, which can be kept and restored. */
export class StoredContent {
  private constructor(
    private readonly owner: pg.Client,
    private readonly tables: readonly string[],
  ) {}

  static async of(url: string): Promise<StoredContent> {
    const owner = new pg.Client({ connectionString: url });
    await owner.connect();
    const { rows } = await owner.query<{ name: string }>(
      `SELECT table_name AS name FROM information_schema.tables
        WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND table_name <> 'migrations' ORDER BY 1`,
    );
    return new StoredContent(
      owner,
      rows.map(({ name }) => name),
    );
  }

  query<Row extends pg.QueryResultRow>(sql: string, parameters: unknown[] = []): Promise<Row[]> {
    return this.owner.query<Row>(sql, parameters).then(({ rows }) => rows);
  }

  /** Keeps the present content under `name`. */
  async keep(name: string): Promise<void> {
    const copies = this.tables.map((table) => `CREATE TABLE ${name}.${table} AS TABLE public.${table}`);
    await this.owner.query(`DROP SCHEMA IF EXISTS ${name} CASCADE; CREATE SCHEMA ${name}; ${copies.join('; ')}`);
  }

  /** Without triggers, which refuse some of it. */
  async restore(name: string): Promise<void> {
    const copies = this.tables.map(
      (table) => `DELETE FROM public.${table}; INSERT INTO public.${table} SELECT * FROM ${name}.${table}`,
    );
    await this.owner.query(`BEGIN; SET LOCAL session_replication_role = replica; ${copies.join('; ')}; COMMIT`);
  }

  /** A line for each row, sorted. */
  async lines(): Promise<string[]> {
    const selects = this.tables.map(
      (table) => `SELECT '${table} ' || to_jsonb(t)::text AS line FROM public.${table} t`,
    );
    const rows = await this.query<{ line: string }>(selects.join(' UNION ALL '));
    return rows.map(({ line }) => line);
  }

  close(): Promise<void> {
    return this.owner.end();
  }
}
