import type { Texts } from './words.js';

export const attemptsOf = (attempts: number, { t, format }: Texts): string =>
  attempts === 1 ? t('console.event.attempts.one') : t('console.event.attempts', { count: format.count(attempts) });
