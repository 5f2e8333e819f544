import type { I18n } from '../../i18n/i18n.js';
import { useI18n } from '../../i18n/i18n.js';
import type { MessageKey } from '../../i18n/messages.js';
import { Banner } from '../../ui/banner.js';
import { TryAgain } from '../../ui/try-again.js';
import { CallError } from '../net/call.js';
import { textFor } from './words.js';

/** Texts that the pages of customers have too. */
const SHARED: ReadonlyMap<string | null, MessageKey> = new Map([
  ['unreachable', 'problem.unreachable'],
  ['rate_limited', 'problem.rate_limited'],
  ['unavailable', 'problem.unavailable'],
  ['internal', 'problem.unknown'],
]);

/**
 * What is wrong with a failed call. The service's own words are in English and the most exact: English readers see
 * only them, others see them after a sentence of their language.
 */
export function messageOf(thrown: unknown, { t, language }: Pick<I18n, 't' | 'language'>): string {
  if (!(thrown instanceof CallError)) return t('problem.unknown');
  const { code, message } = thrown;
  if (language === 'en' && message !== '') return message;
  const shared = SHARED.get(code);
  const text = shared === undefined ? textFor(t, `console.problem.${code}`) : t(shared);
  const sentence = text ?? t('console.problem.other');
  return message === '' ? sentence : t('console.problem.quoted', { sentence, message });
}

/** A failed call; `old`: what is shown is the last answer. */
export function Failure({ error, old, onAgain }: { error: CallError; old?: boolean; onAgain: () => void }) {
  const i18n = useI18n();
  return (
    <Banner tone="bad" title={i18n.t(old ? 'console.failed.old' : 'console.failed')}>
      <p>{messageOf(error, i18n)}</p>
      <TryAgain onPress={onAgain} />
    </Banner>
  );
}
