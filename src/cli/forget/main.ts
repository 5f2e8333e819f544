import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { readForgetSettings } from '../../platform/config/environment.js';
import { erasuresIn, erasureText } from '../../privacy/erasure-list.js';
import type { Erasure } from '../../privacy/erasure-list.js';
import { ErasureRepository } from '../../privacy/erasure.repository.js';
import type { ForgetService } from '../../privacy/forget.service.js';
import { COMMAND_LINE, writeDatabase } from '../lib/database.js';
import { CommandError, FLAG, runProgram, print, TEXT } from '../lib/program.js';
import type { ExitCode } from '../lib/program.js';
import { forgetServiceOf } from './forget-service.js';

const HELP = `Lists the customers that were erased (POST /v1/admin/forget), and erases them again after a restore, before the service
starts.

  npm run forget -- --list
  npm run forget -- --replay <file>

  --list           prints the erased customers as digests, one per line: keep it outside the backups
  --replay <file>  erases all customers of such a list again
  --help           this

Orders that are open or in review are not erased; their numbers are printed. After an interruption, repeat it.
The period that a law prescribes: RETAIN_BY_LAW_MS, as set for the service.
Needs DATABASE_URL and SERVICE_KEY (or _FILE), old keys included. Exits with 0; with 1 if orders are still open; with 2
on failure. More: docs/operations/forgetting.md.
`;

void runProgram(HELP, async (args) => {
  const { values } = parseArgs({ args, options: { list: FLAG, replay: TEXT } });
  const { list, replay } = values;
  if (list === (replay !== undefined)) throw new CommandError('Say one of --list and --replay (see --help)');
  const erasures = replay === undefined ? null : await erasuresOf(replay);
  const settings = readForgetSettings(process.env);
  return writeDatabase(settings.databaseUrl, async (database) => {
    if (erasures !== null) return replayed(forgetServiceOf(database, settings), erasures);
    for (const erasure of await new ErasureRepository(database).list()) await print(`${erasureText(erasure)}\n`);
    return 0;
  });
});

async function replayed(service: ForgetService, erasures: readonly Erasure[]): Promise<ExitCode> {
  const { orders, erased, open } = await service.replay(COMMAND_LINE, erasures);
  await print(`Forgotten: ${orders} orders, ${erased} of them now.\n`);
  if (open.length === 0) return 0;
  const numbers = open.map((number) => `  ${number}\n`).join('');
  await print(`These have not ended in this database yet; do it again then:\n${numbers}`);
  return 1;
}

async function erasuresOf(file: string): Promise<Erasure[]> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new CommandError(`${file} could not be read: ${error instanceof Error ? error.message : String(error)}`);
  });
  const erasures = erasuresIn(text);
  if (erasures === null) throw new CommandError(`${file} is no list of npm run forget -- --list`);
  return erasures;
}
