import type { RampRefused, RampResult } from '../../ramp/ramp.errors.js';
import { failed, notChecked, passed } from '../finding.js';
import type { SignatureFinding } from '../finding.js';
import type { ProviderTrial, Trial } from '../../ramp/provider-trial.js';
import { TRIAL_PRESETS } from '../../ramp/provider-trial.js';
import { isAnswer } from './reachability.js';

/** Refusals that come before the signature is even looked at, or that are about something else than who is calling. */
const BEFORE_THE_SIGNATURE: ReadonlySet<RampRefused['reason']> = new Set([
  'timestamp_expired',
  'app_unknown',
  'path_unknown',
  'rate_limited',
]);
/** Refusals of what was asked for: whoever gives them has accepted who is asking. */
const AFTER_THE_SIGNATURE: ReadonlySet<RampRefused['reason']> = new Set(['commission', 'crypto_not_configured']);

/**
 * Does the provider accept how requests are signed? When it refuses the configured way, the presets are tried: which of
 * them it accepts tells what to configure. `first` is the answer to the list call that was signed as configured.
 */
export async function checkSignature(
  first: Trial<unknown>,
  provider: Pick<ProviderTrial, 'list'>,
  fiat: string,
  hasSecond: boolean,
): Promise<SignatureFinding> {
  const { signature: configured, result } = first;
  if (isAccepted(result)) {
    return { ...passed(`${configured} is accepted`), accepted: configured };
  }
  if (!isAnswer(result)) return { ...notChecked('the provider did not answer'), accepted: null };
  if (hasSecond) {
    const { result: second } = await provider.list(fiat, { useSecond: true });
    if (isAccepted(second))
      return { ...passed(`${configured} is accepted with RAMP_APP_SECRET_NEXT`), accepted: configured };
  }
  const told = result.kind === 'refused' ? outsideOfSignatures(result) : null;
  if (told !== null) return { ...told, accepted: null };
  for (const preset of TRIAL_PRESETS.filter((name) => name !== configured)) {
    const trial = await provider.list(fiat, { preset });
    if (isAccepted(trial.result)) {
      return {
        ...failed(`${configured} is refused (${said(result)}), ${preset} is accepted`, `Set RAMP_SIGNATURE=${preset}`),
        accepted: preset,
      };
    }
  }
  return {
    ...failed(
      `${configured} is refused (${said(result)}), and so is every other preset`,
      'Check RAMP_APP_ID and RAMP_APP_SECRET; ask the provider how requests are signed: RAMP_SIGNATURE=custom.',
    ),
    accepted: null,
  };
}

function isAccepted(result: RampResult<unknown>): boolean {
  return result.kind === 'answered' || (result.kind === 'refused' && AFTER_THE_SIGNATURE.has(result.reason));
}

function outsideOfSignatures(refused: RampRefused): ReturnType<typeof failed> | null {
  if (!BEFORE_THE_SIGNATURE.has(refused.reason)) return null;
  switch (refused.reason) {
    case 'app_unknown':
      return failed(`the provider does not know the app id (${said(refused)})`, 'Check RAMP_APP_ID.');
    case 'path_unknown':
      return failed(`the provider does not know the path (${said(refused)})`, 'Check RAMP_BASE_URL.');
    case 'timestamp_expired':
      return failed(`the clock comes first (${said(refused)})`, 'Let this machine take its time by NTP.');
    default:
      return failed(`the provider is busy (${said(refused)})`, 'Try again later.');
  }
}

/** The provider's own words: this is read by whoever configures the service. */
function said(result: RampResult<unknown>): string {
  if (result.kind === 'refused') return [result.returnCode, result.returnMsg].filter((text) => text !== '').join(' ');
  return result.kind === 'protocol' ? result.detail : result.kind;
}
