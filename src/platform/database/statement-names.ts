import { createHash } from 'node:crypto';

/** More than the service has. Further statements, built per request, get no name. */
const MOST = 200;

/**
 * Names for prepared statements: Postgres parses and plans each once, and its text of many kilobytes is sent once. A
 * name is a hash of the text, so that no two statements share one behind a pooler.
 */
export class StatementNames {
  readonly #names = new Map<string, string | null>();

  /** null for the first use of a statement in this process: it may be the only one. */
  of(sql: string): string | null {
    const existing = this.#names.get(sql);
    if (existing) return existing;
    const name = existing === null ? createHash('sha256').update(sql).digest('hex').slice(0, 32) : null;
    if (name !== null || this.#names.size < MOST) this.#names.set(sql, name);
    return name;
  }
}
