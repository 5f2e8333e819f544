import { describe, expect, it } from 'vitest';
import { rampProblem } from '#src/ramp/port/ramp-problem.js';
import type { RampFailure, RampNotSent } from '#src/ramp/port/ramp.errors.js';
import type { RefusalReason } from '#src/ramp/port/refusal-table.js';
import { evidence } from './scripted-ramp.js';

const refused = (reason: RefusalReason, min: string | null = null, max: string | null = null): RampFailure => ({
  kind: 'refused',
  reason,
  returnCode: '3999',
  returnMsg: 'Please contact with our team',
  min,
  max,
  resendable: false,
  evidence: evidence('create'),
});

const REFUSALS: Record<RefusalReason, [code: string, status: number]> = {
  commission: ['ramp_configuration', 502],
  app_unknown: ['ramp_configuration', 502],
  path_unknown: ['ramp_configuration', 502],
  access_token: ['ramp_configuration', 502],
  signature: ['ramp_configuration', 502],
  handed_in_token: ['ramp_configuration', 502],
  timestamp_expired: ['ramp_configuration', 502],
  crypto_not_configured: ['crypto_not_available', 422],
  amount_out_of_range: ['amount_out_of_range', 422],
  address_invalid: ['address_invalid', 422],
  address_at_risk: ['address_at_risk', 422],
  rate_limited: ['ramp_unavailable', 503],
  undocumented: ['ramp_refused', 422],
  pay_way: ['pay_way_not_available', 422],
};

describe('rampProblem', () => {
  it.each(Object.entries(REFUSALS))('refused, %s: %s', (reason, [code, status]) => {
    const problem = rampProblem(refused(reason as RefusalReason), 'USD');
    expect([problem.code, problem.status]).toEqual([code, status]);
    expect(problem.message).not.toContain('contact');
    expect(problem.extras.ramp).toEqual({
      returnCode: '3999',
      returnMsg: 'Please contact with our team',
      traceId: 'up-1',
    });
  });

  it.each([
    ['10', '20', 'The amount must be from 10 to 20 USD.'],
    ['10', null, 'The amount must be at least 10 USD.'],
    [null, '20', 'The amount must be at most 20 USD.'],
    [null, null, 'The amount is too small or too large.'],
  ])('returns the limits %s and %s as members and in the detail', (min, max, detail) => {
    const problem = rampProblem(refused('amount_out_of_range', min, max), 'USD', { merchantOrderNo: 'o-1' });
    expect([problem.extras.members, problem.message]).toEqual([{ merchantOrderNo: 'o-1', min, max }, detail]);
  });

  const notSent = (reason: RampNotSent['reason']): RampFailure => ({
    kind: 'not_sent',
    detail: 'd',
    evidence: evidence('create'),
    reason,
  });

  it.each<[string, RampFailure, string, boolean]>([
    ['connection', notSent('connection'), 'ramp_unavailable', true],
    ['budget', notSent('budget'), 'ramp_unavailable', true],
    ['breaker', notSent('breaker_open'), 'ramp_unavailable', true],
    ['too late', notSent('too_late'), 'ramp_unavailable', true],
    ['token', notSent('no_access_token'), 'ramp_configuration', false],
    ['a source of tokens that does not answer', notSent('access_token_away'), 'ramp_unavailable', true],
    [
      'timeout',
      { kind: 'unknown', reason: 'timeout', detail: 'd', evidence: evidence('quote') },
      'ramp_unavailable',
      true,
    ],
    ['nonsense', { kind: 'protocol', detail: 'd', evidence: evidence('quote') }, 'ramp_protocol', false],
  ])('%s', (_, failure, code, again) => {
    const problem = rampProblem(failure, 'USD', { merchantOrderNo: 'o-1' });
    expect([problem.code, problem.extras.members]).toEqual([code, { merchantOrderNo: 'o-1' }]);
    expect((problem.extras.retryAfter ?? 0) > 0).toBe(again);
  });

  it.each([
    ['no_customer_email', 'customer.email'],
    ['no_customer_id', 'customer.id'],
  ] as const)('%s: the checkout is incomplete, and is told what is missing', (reason, field) => {
    const failure = { kind: 'not_sent', reason, detail: 'd', evidence: evidence('token') } as const;
    const problem = rampProblem(failure, 'USD');
    expect([problem.code, problem.extras.errors?.map((error) => error.field)]).toEqual(['invalid_request', [field]]);
  });

  it('names the field of a refused access token, which the caller can replace', () => {
    expect(rampProblem(refused('handed_in_token'), 'USD').extras.errors).toMatchObject([{ field: 'accessToken' }]);
    expect(rampProblem(refused('access_token'), 'USD').extras.errors).toBeUndefined();
  });

  it('a busy provider gives Retry-After', () => {
    expect(rampProblem(refused('rate_limited'), 'USD').extras.retryAfter).toBeGreaterThan(0);
  });
});
