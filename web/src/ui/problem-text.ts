import { ConnectionError, ProblemError } from '#client/src/index.js';
import type { I18n } from '../i18n/i18n.js';
import type { MessageKey } from '../i18n/messages.js';

const TEXTS = new Map<ProblemError['code'], MessageKey>([
  ['rate_limited', 'problem.rate_limited'],
  ['unavailable', 'problem.unavailable'],
  ['ramp_unavailable', 'problem.unavailable'],
  ['ramp_configuration', 'problem.unavailable'],
  ['ramp_protocol', 'problem.unavailable'],
  ['ramp_refused', 'problem.unavailable'],
]);

/** Text for an error that is not about the input. Pages handle specific codes themselves and use this for the rest. */
export function problemText(error: unknown, { t, format }: Pick<I18n, 't' | 'format'>): string {
  if (error instanceof ConnectionError) return t('problem.unreachable');
  if (error instanceof ProblemError && error.problem.code === 'paused') {
    const { until } = error.problem;
    return until === null ? t('problem.paused') : t('problem.paused_until', { time: format.moment(until) });
  }
  const text = error instanceof ProblemError ? TEXTS.get(error.code) : undefined;
  return t(text ?? 'problem.unknown');
}
