import { SettingsError } from '../../config/reader.js';
import { createDataSource } from '../../database/data-source.js';
import { isDatabaseAway, sqlState } from '../../database/database-errors.js';
import { Database } from '../../database/database.js';
import type { Secret } from '../../shared/secret.js';
import { momentOf } from '../span.js';
import type { Span } from '../span.js';

/** The work cannot be done as it was asked for; the message says why, in words for whoever typed it. */
export class CannotBeDone extends Error {
  override readonly name = 'CannotBeDone';
}

/** How a program ends: all is well; something is wrong with the data; it could not be found out. */
export type ExitCode = 0 | 1 | 2;

/** Runs `work` and ends the process with its code; whatever it throws ends it with 2 and one message. */
export async function runProgram(work: (args: string[]) => Promise<ExitCode>): Promise<void> {
  // Whoever reads the output may stop reading (`| head`): then nothing was found out.
  process.stdout.on('error', () => process.exit(2));
  try {
    process.exitCode = await work(process.argv.slice(2));
  } catch (error) {
    process.stderr.write(`${problemText(error)}\n`);
    process.exitCode = 2;
  }
}

/** Writes to standard output, and waits until it is taken, so that nothing piles up in memory. */
export function say(text: string): Promise<void> {
  return new Promise((resolve) => {
    process.stdout.write(text, () => {
      resolve();
    });
  });
}

/** A database that can only be read: whatever a statement says, Postgres refuses to write. Closed when `work` ends. */
export async function readDatabase<T>(url: Secret, work: (database: Database) => Promise<T>): Promise<T> {
  const source = createDataSource(url.reveal());
  source.setOptions({
    extra: {
      max: 1,
      connectionTimeoutMillis: 10_000,
      keepAlive: true,
      // A report over years takes longer than anything that the service asks.
      statement_timeout: 600_000,
      query_timeout: 610_000,
      // Not as a startup option: one in the URL would take its place.
      onConnect: (client: { query(sql: string): Promise<unknown> }) =>
        client.query('SET default_transaction_read_only = on'),
    },
  });
  try {
    return await work(new Database(source));
  } finally {
    if (source.isInitialized) await source.destroy();
  }
}

/** Reads `--from` and `--to`. Throws {@link CannotBeDone}. */
export function spanOf(from: string | undefined, to: string | undefined): Span {
  const moment = (name: string, text: string | undefined): Date | null => {
    const found = text === undefined ? null : momentOf(text);
    if (text !== undefined && found === null) {
      throw new CannotBeDone(`--${name} must be a date such as 2026-01-31 or a time such as 2026-01-31T12:00:00Z`);
    }
    return found;
  };
  const span = { from: moment('from', from), to: moment('to', to) };
  if (span.from !== null && span.to !== null && span.from >= span.to) {
    throw new CannotBeDone('--from must be before --to');
  }
  return span;
}

/** A table, a column or a function that is not there. */
const UNDEFINED = new Set(['42P01', '42703', '42883']);

function problemText(error: unknown): string {
  if (error instanceof SettingsError || error instanceof CannotBeDone) return error.message;
  if (!(error instanceof Error)) return 'It could not be done.';
  // A refused connection to a name with two addresses has no message of its own.
  const { code } = error as { code?: unknown };
  const text = error.message !== '' || typeof code !== 'string' ? error.message : code;
  if (typeof code === 'string' && code.startsWith('ERR_PARSE_ARGS')) return `${text} (see --help)`;
  if (UNDEFINED.has(sqlState(error) ?? '')) return `The database has not been migrated (npm run migrate): ${text}`;
  return isDatabaseAway(error) ? `The database cannot be reached: ${text}` : `It could not be done: ${text}`;
}
