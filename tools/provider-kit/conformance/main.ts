import { access, constants } from 'node:fs/promises';
import { dirname } from 'node:path';
import { SettingsReader } from '../../../src/platform/config/reader.js';
import { CommandError, json, output, runProgram, writeWhole } from '../../../src/cli/lib/program.js';
import { judgeContract } from './judge/contract.js';
import { observe } from './judge/observations.js';
import type { Seen } from './judge/seen.js';
import { meansOf } from './means.js';
import { HELP, readOptions } from './options.js';
import type { Options } from './options.js';
import { withoutSecrets } from './publish.js';
import { renderProfile } from './profile.js';
import { renderTable } from './render.js';
import type { ConformanceReport } from './report.js';
import { run } from './run.js';
import { tokenOfSettings } from './wire/signing.js';

void runProgram(HELP, async (args) => {
  const options = readOptions(args, process.env);
  if (options.out !== null) await checkFolder('--out', options.out);
  if (options.profile !== null) await checkFolder('--profile', options.profile);
  const means = meansOf(options.settings, options.callsPerSecond, (name, done, all) =>
    process.stderr.write(`${done}/${all} ${name}\n`),
  );
  const report = reportOf(await run(options.aim, means), options);
  await output(options.out ?? undefined, options.json ? json(report) : renderTable(report));
  if (options.profile !== null)
    await writeWhole(options.profile, renderProfile(report, new SettingsReader(options.told)));
  return report.contract.some(({ ok }) => ok === false) ? 1 : 0;
});

/** Checked before the run, so that its results are not lost for want of a folder. */
async function checkFolder(option: string, file: string): Promise<void> {
  await access(dirname(file), constants.W_OK).catch(() => {
    throw new CommandError(`${option} names a file in a folder that cannot be written to`);
  });
}

function reportOf(seen: Seen, { settings }: Options): ConformanceReport {
  const report = {
    baseUrl: settings.baseUrl,
    at: new Date().toISOString(),
    contract: judgeContract(seen),
    observations: observe(seen),
  };
  return withoutSecrets(report, [settings.appSecret, tokenOfSettings(settings)]);
}
