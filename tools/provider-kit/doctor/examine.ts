import type { Settings } from '../../../src/platform/config/settings.js';
import type { Database } from '../../../src/platform/database/database.js';
import { checkCallbackAddress } from './checks/callback-address.js';
import { judgeClock } from './checks/clock.js';
import { checkDatabase } from './checks/database.js';
import { checkIdentityProvider } from './checks/identity.js';
import { checkMigrations } from './checks/migrations.js';
import { checkNotFound } from './checks/not-found.js';
import { checkPages } from './checks/pages.js';
import { checkQuote } from './checks/quote.js';
import { isAnswer, judgeReachability } from './checks/reachability.js';
import { checkRedirects } from './checks/redirects.js';
import { checkServiceKeys } from './checks/service-keys.js';
import { checkSignature, signedBest } from './checks/signature.js';
import { checkToken } from './checks/token.js';
import { failed, notRun, passed, warned } from './finding.js';
import type { Check, Finding } from './finding.js';
import type { Outside } from './outside.js';
import type { ProviderTrial, Trial } from '../lib/provider-trial.js';
import type { ListedCryptos } from '../../../src/ramp/port/ramp.types.js';
import type { Wishes } from '../lib/wishes.js';

export interface Patient {
  readonly settings: Settings;
  /** Names that resemble our settings but are none. */
  readonly settingWarnings: readonly string[];
  readonly database: Database;
  readonly provider: Pick<ProviderTrial, 'list' | 'quote' | 'issueToken'>;
  readonly outside: Outside;
  readonly wishes: Wishes;
  /** The customer for a trial issue of an access token; null: none. */
  readonly customer: string | null;
  readonly now: () => Date;
}

interface Examined extends Patient {
  /** The answer to the list call, that under the second app secret (null: there is none), and the accepted one. */
  readonly list: Trial<ListedCryptos>;
  readonly second: Trial<ListedCryptos> | null;
  readonly best: Trial<ListedCryptos>;
}

type Checks<P> = Readonly<Record<string, (patient: P) => Finding | Promise<Finding>>>;

/** In the order of repair. */
const AT_HOME: Checks<Patient> = {
  settings: ({ settingWarnings }) => judgeWarnings(settingWarnings),
  database: ({ database, settings, now }) => checkDatabase(database, settings.auth === 'none', now),
  migrations: ({ database }) => checkMigrations(database),
  'service-keys': ({ database, settings }) => checkServiceKeys(database, settings.serviceKeys),
};
const BEYOND: Checks<Examined> = {
  reachability: ({ list }) => judgeReachability(list),
  clock: ({ list }) => judgeClock(list),
  signature: ({ list, second, settings, provider, wishes }) =>
    checkSignature(list, second, settings.ramp.signatureCodes, provider, wishes.fiat),
  token: ({ settings, customer, provider }) =>
    checkToken(settings.ramp.accessToken, customer, (user) => provider.issueToken(user)),
  quote: ({ best, wishes, provider, settings }) => checkQuote(best, wishes, provider, settings.fiatDecimals),
  'not-found': ({ best, settings, wishes }) => checkNotFound(best, settings.ramp, wishes),
  callback: ({ settings, outside }) =>
    checkCallbackAddress({ publicUrl: settings.publicUrl, ...settings.http }, outside),
  redirects: ({ settings, outside }) => checkRedirects(settings.redirectOrigins, outside),
  identity: ({ settings }) => checkIdentityProvider(settings.access.jwt),
  pages: ({ settings, outside }) => checkPages(settings, outside),
};

/** Runs all checks and yields each result as it comes. A check that throws fails; the others go on. */
export async function* examine(patient: Patient): AsyncGenerator<Check> {
  yield* checked(AT_HOME, patient);
  const { settings, provider, wishes } = patient;
  const list = await provider.list(wishes.fiat);
  const isRotating = settings.ramp.appSecretNext !== null;
  const second = isRotating && isAnswer(list.result) ? await provider.list(wishes.fiat, { useSecond: true }) : null;
  yield* checked(BEYOND, { ...patient, list, second, best: signedBest(list, second) });
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
