import { ConnectionError, ProblemError } from '../../../client/src/index.js';
import type { I18n } from '../i18n/i18n.js';

/** On the side of the service or the provider, and nothing that the visitor could mend. */
const PASSING: readonly string[] = [
  'ramp_unavailable',
  'unavailable',
  'ramp_configuration',
  'ramp_protocol',
  'ramp_refused',
];

/**
 * What a visitor is told of an error that has nothing to do with what they entered. Pages that know more about a code say it
 * themselves, and ask here for the rest.
 */
export function problemText(error: unknown, t: I18n['t']): string {
  if (error instanceof ConnectionError) return t('problem.unreachable');
  if (!(error instanceof ProblemError)) return t('problem.unknown');
  if (error.code === 'rate_limited') return t('problem.rate_limited');
  return t(PASSING.includes(error.code) ? 'problem.unavailable' : 'problem.unknown');
}
