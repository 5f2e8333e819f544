import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { readForgetSettings } from '../../platform/config/environment.js';
import { Problem } from '../../platform/problems/problem.js';
import { erasuresIn, erasureText } from '../../privacy/erasure-list.js';
import { keptDataText } from '../../privacy/kept-data-text.js';
import type { ForgetService } from '../../privacy/forget.service.js';
import { SUBJECTS } from '../../privacy/privacy.types.js';
import type { Erasure, ForgetOptions, Subject } from '../../privacy/privacy.types.js';
import { COMMAND_LINE } from '../lib/command-line.js';
import { CannotBeDone, FLAG, runProgram, say, TEXT } from '../lib/program.js';
import type { ExitCode } from '../lib/program.js';
import { writeDatabase } from '../lib/database.js';
import { forgetServiceOf } from './forget-service.js';

const HELP = `Erases a customer's personal data everywhere, while the service runs. Numbers, amounts, statuses and the history's
chain stay.

  npm run forget -- --customer <id> | --email <address> | --order <number> [--dry-run] [--force]
  npm run forget -- --list
  npm run forget -- --replay <file>
  npm run forget -- --kept

  --customer <id>    all orders of a customer: by the id from your servers, or the subject of the customer's tokens
  --email <address>  all orders with this address, of the customer or of the recipient of a payout
  --order <number>   only this order
  --dry-run          only counts the orders
  --force            expires unpaid orders first
  --list             prints the erased customers as digests, one per line: keep it outside the backups
  --replay <file>    erases all customers of such a list again, after a restore
  --kept             prints a Markdown table of stored personal data, reasons and periods; needs no settings
  --help             this

While an order is open or in review, nothing is erased, and its number is printed. After an interruption, repeat it.
Periods that the law prescribes: RETAIN_BY_LAW_ADDRESSES_MS, RETAIN_BY_LAW_CUSTOMERS_MS, RETAIN_BY_LAW_PAYEES_MS, as
set for the service.
Needs DATABASE_URL and SERVICE_KEY (or _FILE), old keys included. Exits with 0; with 1 if orders are still open; with 2
on failure. More: docs/operations/forgetting.md.
`;

void runProgram(HELP, async (args) => {
  const options = {
    ...{ customer: TEXT, email: TEXT, order: TEXT, replay: TEXT },
    ...{ 'dry-run': FLAG, force: FLAG, list: FLAG, kept: FLAG },
  };
  const { values } = parseArgs({ args, options });
  if (values.kept) {
    await say(keptDataText());
    return 0;
  }
  const subjects = SUBJECTS.flatMap((kind): Subject[] => (values[kind] ? [{ kind, value: values[kind] }] : []));
  const { list, replay, 'dry-run': dryRun, force } = values;
  if (force && subjects.length === 0) throw new CannotBeDone('--force goes with --customer, --email or --order');
  if (subjects.length + Number(list) + Number(replay !== undefined) !== 1) {
    throw new CannotBeDone('Say one of --customer, --email, --order, --list and --replay (see --help)');
  }
  const erasures = replay === undefined ? [] : await erasuresOf(replay);
  const settings = readForgetSettings(process.env);
  return writeDatabase(settings.databaseUrl, (database) => {
    const service = forgetServiceOf(database, settings);
    if (list) return listed(service);
    const [subject] = subjects;
    return subject === undefined ? replayed(service, erasures) : forgotten(service, subject, { dryRun, force });
  });
});

async function forgotten(service: ForgetService, subject: Subject, options: ForgetOptions): Promise<ExitCode> {
  try {
    const { orders, erased } = await service.forget(COMMAND_LINE, subject, options);
    await say(
      options.dryRun ? `It would be ${orders} orders.\n` : `Forgotten: ${orders} orders, ${erased} of them now.\n`,
    );
    return 0;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const open = error.extras.members?.['merchantOrderNos'];
    if (!Array.isArray(open)) throw new CannotBeDone(error.message);
    await say(`${error.message}\n${open.map((number) => `  ${String(number)}\n`).join('')}`);
    return 1;
  }
}

async function replayed(service: ForgetService, erasures: readonly Erasure[]): Promise<ExitCode> {
  const { orders, erased, open } = await service.replay(COMMAND_LINE, erasures);
  await say(`Forgotten: ${orders} orders, ${erased} of them now.\n`);
  if (open.length === 0) return 0;
  await say(
    `These have not ended in this database yet; do it again then:\n${open.map((one) => `  ${one}\n`).join('')}`,
  );
  return 1;
}

async function listed(service: ForgetService): Promise<ExitCode> {
  for (const erasure of await service.forgotten()) await say(`${erasureText(erasure)}\n`);
  return 0;
}

async function erasuresOf(file: string): Promise<Erasure[]> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new CannotBeDone(`${file} could not be read: ${error instanceof Error ? error.message : String(error)}`);
  });
  const erasures = erasuresIn(text);
  if (erasures === null) throw new CannotBeDone(`${file} is no list of npm run forget -- --list`);
  return erasures;
}
