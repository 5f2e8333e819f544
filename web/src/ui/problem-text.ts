import { ConnectionError, ProblemError } from '../../../client/src/index.js';
import type { I18n } from '../i18n/i18n.js';

/**
 * What a visitor is told of an error that has nothing to do with what they entered. Pages that know more about a code say it
 * themselves, and ask here for the rest.
 */
export function problemText(error: unknown, t: I18n['t']): string {
  if (error instanceof ConnectionError) return t('problem.unreachable');
  if (!(error instanceof ProblemError)) return t('problem.unknown');
  switch (error.code) {
    case 'rate_limited':
      return t('problem.rate_limited');
    case 'ramp_unavailable':
    case 'unavailable':
    case 'ramp_configuration':
    case 'ramp_protocol':
    case 'ramp_refused':
      return t('problem.unavailable');
    default:
      return t('problem.unknown');
  }
}
