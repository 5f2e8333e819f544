import { SettingsError } from '../../platform/config/reader.js';
import { isDatabaseAway, sqlState } from '../../platform/database/database-errors.js';

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
  // Work that ends without an answer found nothing out either.
  process.exitCode = 2;
  try {
    process.exitCode = await work(process.argv.slice(2));
  } catch (error) {
    process.stderr.write(`${problemText(error)}\n`);
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
