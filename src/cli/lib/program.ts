import { SettingsError } from '../../platform/config/reader.js';
import { isDatabaseAway, sqlState } from '../../platform/database/database-errors.js';
import { errorCode } from '../../platform/shared/error-code.js';

/** How a program ends: all is well; something is wrong with what it looked at; it could not be found out; nobody answered. */
export type ExitCode = 0 | 1 | 2 | 3;

/** The work cannot be done as it was asked for; the message says why, in words for whoever typed it. */
export class CannotBeDone extends Error {
  override readonly name: string = 'CannotBeDone';

  constructor(
    message: string,
    readonly exitCode: ExitCode = 2,
  ) {
    super(message);
  }
}

/** Options of a command line, for `parseArgs`. */
export const TEXT = { type: 'string' } as const;
export const FLAG = { type: 'boolean', default: false } as const;

/** Runs `work`, or says `help` where it is asked for, and ends the process with its code; what is thrown ends it with one message. */
export async function runProgram(help: string, work: (args: string[]) => Promise<ExitCode>): Promise<void> {
  // Whoever reads the output may stop reading (`| head`): then nothing was found out.
  process.stdout.on('error', () => process.exit(2));
  // Work that ends without an answer found nothing out either.
  process.exitCode = 2;
  try {
    const args = process.argv.slice(2);
    if (args.includes('--help')) await say(help);
    process.exitCode = args.includes('--help') ? 0 : await work(args);
  } catch (error) {
    if (error instanceof CannotBeDone) process.exitCode = error.exitCode;
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
  const code = errorCode(error) ?? '';
  const text = error.message || code;
  if (code.startsWith('ERR_PARSE_ARGS')) return `${text} (see --help)`;
  if (UNDEFINED.has(sqlState(error) ?? '')) return `The database has not been migrated (npm run migrate): ${text}`;
  return isDatabaseAway(error) ? `The database cannot be reached: ${text}` : `It could not be done: ${text}`;
}
