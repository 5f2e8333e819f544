import { Logger } from '@nestjs/common';
import { parseArgs } from 'node:util';
import { readSettings } from '../../../src/platform/config/environment.js';
import { settingWarnings } from '../../../src/platform/config/unknown-settings.js';
import { SettingsError } from '../../../src/platform/config/reader.js';
import type { Settings } from '../../../src/platform/config/settings.js';
import { FLAG, runProgram, print, TEXT } from '../../../src/cli/lib/program.js';
import { readDatabase } from '../../../src/cli/lib/database.js';
import { WISH_OPTIONS, wishesOf } from '../lib/wishes.js';
import { examine, examineNothing } from './examine.js';
import { isOk } from './finding.js';
import type { Check } from './finding.js';
import { Outside } from './outside.js';
import { renderCheck, renderJson, renderVerdict } from './render.js';

const HELP = `Does this configuration work with this provider? Changes nothing, here or there.

  npm run doctor -- [--json] [--fiat USD] [--country US] [--crypto USDT] [--network ETH] [--amount 100] [--customer <who>]

  --json               { ok, checks: [{ name, ok, state, detail, fix }] } instead of a table, where state is pass, warning,
                       fail or not_run; the check named signature also has accepted: the RAMP_SIGNATURE that the provider accepts
  --fiat, --country    of the trial quote; USD and US
  --crypto, --network, --amount
                       of the trial quote; the first pair that can be bought, and just above its minimum
  --customer <who>     the customer for a trial token, if an endpoint issues tokens
  --help               this

Use the service's settings. It checks: settings and similar names, database, migrations,
service keys that the database needs, reachability of the provider, clock, signature (tries the presets if the
configured scheme is refused), access token, quote, the provider's *not found*, whether PUBLIC_URL leads to this
service (which need not run), redirect origins, keys of the identity provider, the pages. Exits with 0 if all checks passed
or warned, 1 if a check failed or was not run, 2 on failure.
`;

// Silences the provider adapter's log, which is no part of the findings.
Logger.overrideLogger(false);

void runProgram(HELP, async (args) => {
  const { values } = parseArgs({ args, options: { ...WISH_OPTIONS, customer: TEXT, json: FLAG } });
  const wishes = wishesOf(values);
  const settings = settingsOrProblems();
  const checks: Check[] = [];
  const tell = async (all: AsyncIterable<Check> | Iterable<Check>): Promise<void> => {
    for await (const check of all) {
      checks.push(check);
      if (!values.json) await print(renderCheck(check));
    }
  };
  if ('problems' in settings) await tell(examineNothing([...settings.problems, ...settingWarnings(process.env)]));
  else {
    const outside = {
      settings,
      settingWarnings: settingWarnings(process.env),
      outside: new Outside(),
      now: () => new Date(),
    };
    await readDatabase(settings.databaseUrl, (database) =>
      tell(examine({ ...outside, database, wishes, customer: values.customer ?? null })),
    );
  }
  await print(values.json ? renderJson(checks) : renderVerdict(checks));
  return checks.every(isOk) ? 0 : 1;
});

function settingsOrProblems(): Settings | { readonly problems: readonly string[] } {
  try {
    return readSettings(process.env);
  } catch (error) {
    if (error instanceof SettingsError) return { problems: error.problems };
    throw error;
  }
}
