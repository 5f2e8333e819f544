import { randomUUID } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Span } from '../../accounting/span.js';
import { SettingsError } from '../../platform/config/reader.js';
import { isDatabaseAway, sqlState } from '../../platform/database/database-errors.js';
import { errorCode } from '../../platform/problems/error-code.js';
import { momentOf } from '../../platform/time/time.js';

/** Exit codes: 0 success; 1 faults found; 2 not determined; 3 no answer. */
export type ExitCode = 0 | 1 | 2 | 3;

/** The message is for the user of the command. */
export class CommandError extends Error {
  override readonly name: string = 'CommandError';

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
    if (args.includes('--help')) await print(help);
    process.exitCode = args.includes('--help') ? 0 : await work(args);
  } catch (error) {
    if (error instanceof CommandError) process.exitCode = error.exitCode;
    process.stderr.write(`${problemText(error)}\n`);
  }
}

/** Writes to standard output and waits for it to drain, so that output does not pile up in memory. */
export function print(text: string): Promise<void> {
  return new Promise((resolve) => void process.stdout.write(text, () => resolve()));
}

/** An undefined table, column or function. */
const UNDEFINED = new Set(['42P01', '42703', '42883']);

function problemText(error: unknown): string {
  if (error instanceof SettingsError || error instanceof CommandError) return error.message;
  if (!(error instanceof Error)) return 'The command failed.';
  // A refused connection to a name with two addresses has an empty message.
  const code = errorCode(error) ?? '';
  const text = error.message || code;
  if (code.startsWith('ERR_PARSE_ARGS')) return `${text} (see --help)`;
  if (UNDEFINED.has(sqlState(error) ?? '')) return `The database has not been migrated (npm run migrate): ${text}`;
  return isDatabaseAway(error) ? `The database cannot be reached: ${text}` : `It could not be done: ${text}`;
}

/** Written beside it, synced, then renamed: a failure leaves an existing file unchanged. */
export async function writeWhole(file: string, text: string | AsyncIterable<string>): Promise<void> {
  const temporary = join(dirname(file), `.${basename(file)}.${randomUUID()}`);
  try {
    const handle = await open(temporary, 'wx');
    try {
      for await (const part of typeof text === 'string' ? [text] : text) await handle.appendFile(part);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    throw new CommandError(`${file} could not be written: ${error instanceof Error ? error.message : String(error)}`);
  }
}

export async function output(file: string | undefined, text: string | AsyncIterable<string>): Promise<void> {
  if (file !== undefined) await writeWhole(file, text);
  else for await (const part of typeof text === 'string' ? [text] : text) await print(part);
}

/** Text from others, such as the provider's messages, must not move the cursor. */
export const oneLine = (text: string): string => text.replace(/[\p{C}\s]+/gu, ' ').trim();

export function table(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [columns, ...rows];
  const widths = columns.map((_, column) => Math.max(...lines.map((cells) => cells[column]?.length ?? 0)));
  const lineOf = (cells: readonly string[]): string =>
    cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ');
  return lines.map((cells) => `${lineOf(cells).trimEnd()}\n`).join('');
}

export const timeOf = (time: Date | null): string => time?.toISOString().replace(/\.\d+Z$/, 'Z') ?? 'never';

export const json = (value: object): string => `${JSON.stringify(value, null, 2)}\n`;

/** Reads `--from` and `--to`. */
export function spanOf(from: string | undefined, to: string | undefined): Span {
  const moment = (name: string, text: string | undefined): Date | null => {
    const found = text === undefined ? null : momentOf(text);
    if (text !== undefined && found === null) {
      throw new CommandError(`--${name} must be a date such as 2026-01-31 or a time such as 2026-01-31T12:00:00Z`);
    }
    return found;
  };
  const span = { from: moment('from', from), to: moment('to', to) };
  if (span.from !== null && span.to !== null && span.from >= span.to) {
    throw new CommandError('--from must be before --to');
  }
  return span;
}
