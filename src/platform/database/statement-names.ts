import { createHash } from 'node:crypto';

/** More statements than the service has; what is put together for one request gets no name beyond this. */
const MOST = 200;

/**
 * Under which name a statement stays prepared on its connection: Postgres then parses and plans it once, and its text of many
 * kilobytes is sent once. The name is made from the text, so that behind a pooler no two statements share one.
 */
export class StatementNames {
  readonly #names = new Map<string, string | null>();

  /** null for a statement that this process sends for the first time: it may be the last. */
  of(sql: string): string | null {
    const known = this.#names.get(sql);
    if (known) return known;
    const name = known === null ? createHash('sha256').update(sql).digest('hex').slice(0, 32) : null;
    if (name !== null || this.#names.size < MOST) this.#names.set(sql, name);
    return name;
  }
}
