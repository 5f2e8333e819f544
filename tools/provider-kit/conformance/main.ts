import { access, constants } from 'node:fs/promises';
import { dirname } from 'node:path';
import { SettingsReader } from '../../../src/platform/config/reader.js';
import { CommandError, json, output, runProgram, writeWhole } from '../../../src/cli/lib/program.js';
import { randomText, unusedNumber } from '../lib/unused-number.js';
import { judgeContract } from './judge/contract.js';
import { observe } from './judge/observations.js';
import type { Seen } from './judge/seen.js';
import type { Means } from './means.js';
import { HELP, readOptions } from './options.js';
import type { Options } from './options.js';
import type { UnusedNumbers } from './plan/probe.js';
import { withoutSecrets } from './publish.js';
import { renderProfile } from './profile.js';
import { renderTable } from './render.js';
import type { ConformanceReport } from './report.js';
import { run } from './run.js';
import { send } from './wire/send.js';
import { schemesToTry, tokenOfSettings, writeOut } from './wire/signing.js';
import { Spacing } from './wire/spacing.js';

void runProgram(HELP, async (args) => {
  const options = readOptions(args, process.env);
  if (options.out !== null) await checkFolder('--out', options.out);
  if (options.profile !== null) await checkFolder('--profile', options.profile);
  const report = reportOf(await run(options.aim, meansOf(options)), options);
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

function meansOf({ settings, callsPerSecond }: Options): Means {
  const spacing = new Spacing(callsPerSecond);
  return {
    send: async (planned, stamp, { scheme }) => {
      await spacing.turn();
      return send(writeOut(planned, stamp, scheme, settings), stamp, settings.timeoutMs);
    },
    now: () => Date.now(),
    schemes: schemesToTry(settings.signature),
    numbers: unusedNumbers(),
    tell: (name, done, all) => process.stderr.write(`${done}/${all} ${name}\n`),
    appId: settings.appId,
    codes: settings,
  };
}

function unusedNumbers(): UnusedNumbers {
  const run = randomText(12);
  return {
    unknown: [unusedNumber(), unusedNumber()],
    appId: `unused-${randomText(20)}`,
    create: (purpose) => `conformance-${run}-${purpose}`,
  };
}
