import { SettingsError } from '../../platform/config/reader.js';
import { isDatabaseAway, sqlState } from '../../platform/database/database-errors.js';
import { errorCode } from '../../platform/problems/error-code.js';

/** Exit codes: 0 success; 1 faults found; 2 not determined; 3 no answer. */
export type ExitCode = 0 | 1 | 2 | 3;

/** The request cannot be carried out; the message explains why to the user of the command. */
export class CannotBeDone extends Error {
  override readonly name: string = 'CannotBeDone';

  constructor(
    message: string,
    readonly exitCode: ExitCode = 2,
  ) {
    super(message);
  }
}

export const TEXT = { type: 'string' } as const;
export const FLAG = { type: 'boolean', default: false } as const;

/** Runs `work` or prints `help`, and exits with its code; an error is printed as one message. */
export async function runProgram(help: string, work: (args: string[]) => Promise<ExitCode>): Promise<void> {
  // The reader closed the pipe early (`| head`), so the result is incomplete.
  process.stdout.on('error', () => process.exit(2));
  // The exit code if `work` never settles.
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

/** Writes to standard output and waits for it to drain, so that output does not pile up in memory. */
export function say(text: string): Promise<void> {
  return new Promise((resolve) => {
    process.stdout.write(text, () => {
      resolve();
    });
  });
}

/** An undefined table, column or function. */
const UNDEFINED = new Set(['42P01', '42703', '42883']);

function problemText(error: unknown): string {
  if (error instanceof SettingsError || error instanceof CannotBeDone) return error.message;
  if (!(error instanceof Error)) return 'It could not be done.';
  // A refused connection to a name with two addresses has an empty message.
  const code = errorCode(error) ?? '';
  const text = error.message || code;
  if (code.startsWith('ERR_PARSE_ARGS')) return `${text} (see --help)`;
  if (UNDEFINED.has(sqlState(error) ?? '')) return `The database has not been migrated (npm run migrate): ${text}`;
  return isDatabaseAway(error) ? `The database cannot be reached: ${text}` : `It could not be done: ${text}`;
}
