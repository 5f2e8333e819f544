import { describe, expect, it } from 'vitest';
import { ConnectionError, ProblemError } from '#client/src/errors.js';
import { parseProblem } from '#client/src/problem.js';
import { afterFailure, canGoBack, newsOf, PATIENCE_MS, secondsOfPatience } from '#web/src/checkout/rules/sending.js';
import type { SendingFacts } from '#web/src/checkout/rules/sending.js';

const SENT: SendingFacts = { since: 1000, isSent: true, mayBeMade: false, isMade: false, trouble: null };

describe('what a customer is told while an order is being made', () => {
  it.each<[what: string, known: Partial<SendingFacts>, ageMs: number, isOnline: boolean, news: string, back: boolean]>([
    ['offline at the press', { isSent: false }, 60_000, false, 'unsent', true],
    ['offline, after a lost answer', { isSent: false, mayBeMade: true }, 0, false, 'cut_off', false],
    ['offline after sending', {}, 0, false, 'cut_off', false],
    [
      'offline while the provider is away: a request may be under way',
      { trouble: 'away' },
      9000,
      false,
      'cut_off',
      false,
    ],
    ['sent a moment ago', {}, 7999, true, 'sent', false],
    ['a refusal within the usual time', { trouble: 'away' }, 7999, true, 'sent', false],
    ['no answer at all so far', {}, 8000, true, 'slow', false],
    ['the provider is away', { trouble: 'away' }, 8000, true, 'away', true],
    ['the service is busy', { trouble: 'busy' }, 8000, true, 'busy', true],
    ['an answer was lost', { mayBeMade: true }, 0, true, 'lost', false],
    ['an answer was lost, then the provider is away', { mayBeMade: true, trouble: 'away' }, 9000, true, 'lost', false],
    ['made, without a pay page', { isMade: true, mayBeMade: true }, 9000, true, 'being_made', false],
    ['made, then offline', { isMade: true }, 0, false, 'being_made', false],
  ])('%s', (_what, known, ageMs, isOnline, news, back) => {
    const told = newsOf({ ...SENT, ...known }, isOnline, SENT.since + ageMs);
    expect([told, canGoBack(told)]).toEqual([news, back]);
  });

  it.each<[news: Parameters<typeof secondsOfPatience>[0], ageMs: number, seconds: number | null]>([
    ['away', 8000, 37],
    ['busy', PATIENCE_MS - 1, 1],
    ['lost', 0, 45],
    ['lost', PATIENCE_MS, null],
    ['sent', 0, null],
    ['unsent', 0, null],
    ['cut_off', 0, null],
  ])('%s after %i ms goes on for %j s', (news, ageMs, seconds) => {
    expect(secondsOfPatience(news, SENT.since, SENT.since + ageMs)).toBe(seconds);
  });
});

describe('what a failed attempt shows', () => {
  const problem = (code: string, status = 503): ProblemError =>
    new ProblemError(parseProblem({ type: '', title: '', status, detail: '', traceId: '', code })!, null);

  it.each<[what: string, failed: Parameters<typeof afterFailure>[0], part: Partial<SendingFacts>]>([
    ['no answer', { error: new ConnectionError('cut'), isLost: true }, { mayBeMade: true }],
    ['unavailable', { error: problem('unavailable'), isLost: true }, { mayBeMade: true }],
    ['ramp_unavailable', { error: problem('ramp_unavailable'), isLost: false }, { trouble: 'away' }],
    ['rate_limited', { error: problem('rate_limited', 429), isLost: false }, { trouble: 'busy' }],
  ])('%s', (_what, failed, part) => {
    expect(afterFailure(failed)).toEqual(part);
  });
});
