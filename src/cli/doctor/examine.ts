import type { Settings } from '../../platform/config/settings.js';
import type { Database } from '../../platform/database/database.js';
import { checkCallbackAddress } from './checks/callback-address.js';
import { judgeClock } from './checks/clock.js';
import { checkDatabase } from './checks/database.js';
import { checkIdentityProvider } from './checks/identity.js';
import { checkMigrations } from './checks/migrations.js';
import { checkNotFound } from './checks/not-found.js';
import { judgePages } from './checks/pages.js';
import { checkQuote } from './checks/quote.js';
import type { QuoteWish } from './checks/quote.js';
import { judgeReachability } from './checks/reachability.js';
import { checkRedirects } from './checks/redirects.js';
import { checkServiceKeys } from './checks/service-keys.js';
import { checkSignature, signedBest } from './checks/signature.js';
import { checkToken } from './checks/token.js';
import { failed, notRun, passed, warned } from './finding.js';
import type { Check, Finding } from './finding.js';
import type { Outside } from './outside.js';
import type { ProviderTrial } from '../../ramp/calls/provider-trial.js';

/** What the doctor looks at, and through. */
export interface Patient {
  readonly settings: Settings;
  /** What begins like a setting of ours and is none. */
  readonly unknownSettings: readonly string[];
  readonly database: Database;
  readonly provider: Pick<ProviderTrial, 'list' | 'quote' | 'order' | 'issueToken'>;
  readonly outside: Outside;
  readonly wish: QuoteWish;
  /** Whose access token is asked for on trial; null: nobody's. */
  readonly customer: string | null;
  readonly now: () => Date;
}

/** All checks, in the order in which they are to be mended. */
const NAMES = [
  'settings',
  'database',
  'migrations',
  'service-keys',
  'reachability',
  'clock',
  'signature',
  'token',
  'quote',
  'not-found',
  'callback',
  'redirects',
  'identity',
  'pages',
] as const;

/** Looks at everything and yields each check when it is done. A check that breaks has failed; the others go on. */
export async function* examine(patient: Patient): AsyncGenerator<Check> {
  const { settings, provider, wish } = patient;
  yield { name: 'settings', ...judgeNames(patient.unknownSettings) };
  yield {
    name: 'database',
    ...(await safely(() => checkDatabase(patient.database, settings.auth === 'none', patient.now))),
  };
  yield { name: 'migrations', ...(await checkMigrations(patient.database)) };
  yield { name: 'service-keys', ...(await safely(() => checkServiceKeys(patient.database, settings.serviceKeys))) };
  const list = await provider.list(wish.fiat);
  yield { name: 'reachability', ...judgeReachability(list) };
  yield { name: 'clock', ...judgeClock(list) };
  const isRotating = settings.ramp.appSecretNext !== null;
  const best = await signedBest(list, isRotating ? () => provider.list(wish.fiat, { useSecond: true }) : null);
  yield { name: 'signature', ...(await checkSignature(best, provider, wish.fiat)) };
  yield {
    name: 'token',
    ...(await safely(() =>
      checkToken(settings.ramp.accessToken, patient.customer, (user) => provider.issueToken(user)),
    )),
  };
  yield { name: 'quote', ...(await safely(() => checkQuote(best, wish, provider, settings.fiatDecimals))) };
  yield { name: 'not-found', ...(await safely(() => checkNotFound(best, settings.ramp.notFound, provider))) };
  const place = { publicUrl: settings.publicUrl, ...settings.http };
  yield { name: 'callback', ...(await safely(() => checkCallbackAddress(place, patient.outside))) };
  yield { name: 'redirects', ...(await safely(() => checkRedirects(settings.redirectOrigins, patient.outside))) };
  yield { name: 'identity', ...(await safely(() => checkIdentityProvider(settings.access.jwt))) };
  yield { name: 'pages', ...judgePages(settings) };
}

function judgeNames(unknown: readonly string[]): Finding {
  return unknown.length === 0
    ? passed('complete and well-formed')
    : warned(`complete and well-formed; ${unknown.join('; ')}`, 'Correct the names, or take them out.');
}

/** The settings are not right: nothing else can be looked at. */
export function* examineNothing(problems: readonly string[]): Generator<Check> {
  for (const name of NAMES) {
    yield name === 'settings'
      ? { name, ...failed(problems.join('; '), 'Set them right; docs/operations/settings.md lists all settings.') }
      : { name, ...notRun('the settings are not right'), ...(name === 'signature' ? { accepted: null } : {}) };
  }
}

async function safely(check: () => Promise<Finding>): Promise<Finding> {
  try {
    return await check();
  } catch (error) {
    const what = error instanceof Error ? error.name : 'an error';
    return failed(`the check itself broke (${what})`, 'Please report this.');
  }
}
