import type { RampRefused, RampResult } from '../../../../src/ramp/port/ramp.errors.js';
import { failed, notRun, passed, refusalSaid } from '../finding.js';
import type { Finding, SignatureFinding } from '../finding.js';
import type { ProviderTrial, Trial } from '../../lib/provider-trial.js';
import { TRIAL_PRESETS } from '../../lib/provider-trial.js';
import { isAnswer } from './reachability.js';
import { retryReason } from '../../../../src/ramp/calls/rationed-calls.js';

/** Refusals that precede the check of the signature, and their remedies. */
const BEFORE_THE_SIGNATURE: Partial<Record<RampRefused['reason'], readonly [seen: string, fix: string]>> = {
  timestamp_expired: ['the clock comes first', 'Let this machine take its time by NTP.'],
  app_unknown: ['the provider does not know the app id', 'Check RAMP_APP_ID.'],
  path_unknown: ['the provider does not know the path', 'Check RAMP_BASE_URL and RAMP_SIGNATURE_PATH_PREFIX.'],
  rate_limited: ['the provider is busy', 'Try again later.'],
};
/** Refusals of the request's content, which imply an accepted signature. */
const AFTER_THE_SIGNATURE: ReadonlySet<RampRefused['reason']> = new Set(['commission', 'crypto_not_configured']);

/** During a rotation either secret may be right: the accepted call, else the first. */
export const signedBest = <T>(first: Trial<T>, second: Trial<T> | null): Trial<T> =>
  second !== null && !isAccepted(first.result) && isAccepted(second.result) ? second : first;

/**
 * Does the provider accept our signatures? If it refuses the configured scheme, the presets are tried, to find the one
 * to configure. `first` and `second` are the answers to the list call under the configured scheme with each app secret;
 * null: there is no second one. `codes`: the refusals that are known to be about a signature.
 */
export async function checkSignature(
  first: Trial<unknown>,
  second: Trial<unknown> | null,
  codes: readonly string[],
  provider: Pick<ProviderTrial, 'list'>,
  fiat: string,
): Promise<SignatureFinding> {
  const best = signedBest(first, second);
  const { signature: configured, result } = best;
  if (isAccepted(result)) {
    const by = best.secret === 'second' ? ' with RAMP_APP_SECRET_NEXT' : '';
    const other = best === first ? second : first;
    const missed = other === null ? null : unknownRefusal(other.result, codes);
    return { ...(missed ?? passed(`${configured} is accepted${by}`)), accepted: configured };
  }
  if (!isAnswer(result)) return { ...notRun('the provider did not answer'), accepted: null };
  const unrelated = result.kind === 'refused' ? outsideOfSignatures(result) : null;
  if (unrelated !== null) return { ...unrelated, accepted: null };
  for (const preset of TRIAL_PRESETS.filter((name) => name !== configured)) {
    const trial = await provider.list(fiat, { preset });
    if (isAccepted(trial.result)) {
      return {
        ...failed(`${configured} is refused (${words(result)}), ${preset} is accepted`, `Set RAMP_SIGNATURE=${preset}`),
        accepted: preset,
      };
    }
  }
  return {
    ...failed(
      `${configured} is refused (${words(result)}), and so is every other preset`,
      'Check RAMP_APP_ID and RAMP_APP_SECRET; ask the provider how requests are signed: RAMP_SIGNATURE=custom.',
    ),
    accepted: null,
  };
}

/** A process changes to the other secret only after a refusal that it takes for one of the signature. */
function unknownRefusal(result: RampResult<unknown>, codes: readonly string[]): Finding | null {
  const isRefused = result.kind === 'protocol' || (result.kind === 'refused' && outsideOfSignatures(result) === null);
  if (!isRefused || isAccepted(result) || retryReason(result) === 'secret') return null;
  return failed(
    `one app secret is accepted; the other is refused (${words(result)}), and no process will know that this is about the secret`,
    result.kind === 'refused'
      ? `Set RAMP_SIGNATURE_REFUSED_CODES=${[...codes, result.returnCode].join(',')}`
      : 'Ask the provider to refuse signatures with a return code, or with HTTP 401.',
  );
}

function isAccepted(result: RampResult<unknown>): boolean {
  return result.kind === 'answered' || (result.kind === 'refused' && AFTER_THE_SIGNATURE.has(result.reason));
}

function outsideOfSignatures(refused: RampRefused): Finding | null {
  const [seen, fix] = BEFORE_THE_SIGNATURE[refused.reason] ?? [];
  return seen === undefined || fix === undefined ? null : failed(`${seen} (${words(refused)})`, fix);
}

/** Quotes the provider: the reader configures the service. */
function words(result: RampResult<unknown>): string {
  if (result.kind === 'refused') return refusalSaid(result);
  return result.kind === 'protocol' ? result.detail : result.kind;
}
