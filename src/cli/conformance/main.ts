import { randomBytes } from 'node:crypto';
import { access, constants } from 'node:fs/promises';
import { dirname } from 'node:path';
import { SettingsReader } from '../../platform/config/reader.js';
import { writeWhole } from '../lib/output-file.js';
import { json } from '../lib/text.js';
import { base32 } from '../../platform/shared/order-number.js';
import { judgeContract } from './judge/contract.js';
import { observe } from './judge/observations.js';
import type { Seen } from './judge/seen.js';
import { Unreachable } from './means.js';
import type { Means } from './means.js';
import { BadUsage, HELP, readOptions } from './options.js';
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

const ALL_WELL = 0;
const CONTRACT_FAILED = 1;
const BAD_USAGE = 2;
const UNREACHABLE = 3;

main().then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    const [code, text] = endingOf(error);
    process.stderr.write(`${text}\n`);
    process.exitCode = code;
  },
);

async function main(): Promise<number> {
  // Whoever reads the output may stop reading (`| head`).
  process.stdout.on('error', () => process.exit(BAD_USAGE));
  const options = readOptions(process.argv.slice(2), process.env);
  if (options === null) {
    process.stdout.write(HELP);
    return ALL_WELL;
  }
  if (options.out !== null) await checkFolder('--out', options.out);
  if (options.profile !== null) await checkFolder('--profile', options.profile);
  const report = reportOf(await run(options.aim, meansOf(options)), options);
  const text = options.json ? json(report) : renderTable(report);
  if (options.out === null) process.stdout.write(text);
  else await writeWhole(options.out, text);
  if (options.profile !== null)
    await writeWhole(options.profile, renderProfile(report, new SettingsReader(options.told)));
  return report.contract.some(({ ok }) => ok === false) ? CONTRACT_FAILED : ALL_WELL;
}

/** Before anything is asked: what was found out must not be lost for the want of a folder. */
async function checkFolder(option: string, file: string): Promise<void> {
  await access(dirname(file), constants.W_OK).catch(() => {
    throw new BadUsage(`${option} names a file in a folder that cannot be written to`);
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

/** The words are for the provider's staff, who may wonder; the rest cannot be guessed, so nobody can have taken it. */
function unusedNumbers(): UnusedNumbers {
  const random = (length: number): string => base32(randomBytes(length)).slice(0, length);
  const run = random(12);
  return {
    unknown: [`unused-probe-${random(26)}`, `unused-probe-${random(26)}`],
    appId: `unused-${random(20)}`,
    create: (purpose) => `conformance-${run}-${purpose}`,
  };
}

function endingOf(error: unknown): readonly [code: number, text: string] {
  if (error instanceof BadUsage) return [BAD_USAGE, `${error.message}\n(see --help)`];
  if (error instanceof Unreachable) return [UNREACHABLE, `The provider cannot be reached: ${error.message}`];
  return [BAD_USAGE, `It could not be done: ${error instanceof Error ? error.message : 'nobody knows why'}`];
}
