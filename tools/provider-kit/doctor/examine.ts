import type { Settings } from '../../../src/platform/config/settings.js';
import type { Database } from '../../../src/platform/database/database.js';
import { checkCallbackAddress } from './checks/callback-address.js';
import { checkDatabase } from './checks/database.js';
import { checkIdentityProvider } from './checks/identity.js';
import { checkMigrations } from './checks/migrations.js';
import { checkPages } from './checks/pages.js';
import { checkNotFound, judgeClock, judgeQuote, judgeReachability, judgeSignature, lookAt } from './checks/provider.js';
import type { Looked } from './checks/provider.js';
import { checkRedirects } from './checks/redirects.js';
import { checkServiceKeys } from './checks/service-keys.js';
import { checkToken } from './checks/token.js';
import { failed, notRun, passed, warned } from './finding.js';
import type { Check, Finding } from './finding.js';
import type { Outside } from './outside.js';
import type { Wishes } from '../lib/wishes.js';

export interface Patient {
  readonly settings: Settings;
  /** Names that resemble our settings but are none. */
  readonly settingWarnings: readonly string[];
  readonly database: Database;
  readonly outside: Outside;
  readonly wishes: Wishes;
  /** The customer for a trial issue of an access token; null: none. */
  readonly customer: string | null;
  readonly now: () => Date;
}

type Checks<P> = Readonly<Record<string, (patient: P) => Finding | Promise<Finding>>>;

/** In the order of repair. */
const AT_HOME: Checks<Patient> = {
  settings: ({ settingWarnings }) => judgeWarnings(settingWarnings),
  database: ({ database, settings, now }) => checkDatabase(database, settings.auth === 'none', now),
  migrations: ({ database }) => checkMigrations(database),
  'service-keys': ({ database, settings }) => checkServiceKeys(database, settings.serviceKeys),
};
const BEYOND: Checks<Patient & { readonly looked: Looked | string }> = {
  reachability: ({ looked }) => judgeReachability(looked),
  clock: ofAnswers((looked) => judgeClock(looked)),
  signature: ({ looked, settings }) =>
    typeof looked === 'string'
      ? { ...notRun('the provider did not answer'), accepted: null }
      : judgeSignature(looked, settings.ramp),
  token: ({ settings, customer }) => checkToken(settings, customer),
  quote: ofAnswers((looked, { wishes }) => judgeQuote(looked, wishes)),
  'not-found': ofAnswers((looked, { settings }) => checkNotFound(looked, settings.ramp)),
  callback: ({ settings, outside }) =>
    checkCallbackAddress({ publicUrl: settings.publicUrl, ...settings.http }, outside),
  redirects: ({ settings, outside }) => checkRedirects(settings.redirectOrigins, outside),
  identity: ({ settings }) => checkIdentityProvider(settings.access.jwt),
  pages: ({ settings, outside }) => checkPages(settings, outside),
};

function ofAnswers(check: (looked: Looked, patient: Patient) => Finding | Promise<Finding>) {
  return ({ looked, ...patient }: Patient & { readonly looked: Looked | string }): Finding | Promise<Finding> =>
    typeof looked === 'string' ? notRun('the provider did not answer') : check(looked, patient);
}

/** Runs all checks and yields each result as it comes. A check that throws fails; the others go on. */
export async function* examine(patient: Patient): AsyncGenerator<Check> {
  yield* checked(AT_HOME, patient);
  const looked = await lookAt(patient.settings.ramp, patient.wishes);
  yield* checked(BEYOND, { ...patient, looked });
}

async function* checked<P>(checks: Checks<P>, patient: P): AsyncGenerator<Check> {
  for (const [name, check] of Object.entries(checks)) {
    try {
      yield { name, ...(await check(patient)) };
    } catch (error) {
      const what = error instanceof Error ? error.name : 'an error';
      yield { name, ...failed(`the check itself broke (${what})`, 'Please report this.') };
    }
  }
}

function judgeWarnings(warnings: readonly string[]): Finding {
  return warnings.length === 0
    ? passed('complete and well-formed')
    : warned(`complete and well-formed; ${warnings.join('; ')}`, 'Correct them, or take them out.');
}

/** Invalid settings: no other check can run. */
export function* examineNothing(problems: readonly string[]): Generator<Check> {
  for (const name of Object.keys({ ...AT_HOME, ...BEYOND })) {
    yield name === 'settings'
      ? { name, ...failed(problems.join('; '), 'Set them right; docs/operations/settings.md lists all settings.') }
      : { name, ...notRun('the settings are not right'), ...(name === 'signature' ? { accepted: null } : {}) };
  }
}
