import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nextStep, pauseMs } from '../src/checkout/next-step.js';
import { canGoOn } from '../src/checkout/can-go-on.js';
import { ConnectionError, ProblemError } from '../src/errors.js';
import type { Order } from '../src/index.js';
import { parseProblem } from '../src/problem.js';
import { Problem, PROBLEM_CODES } from '../../src/platform/problems/problem.js';
import type { ProblemCode } from '../../src/platform/problems/problem.js';

function refused(code: string, status = 400, retryAfterMs: number | null = null): ProblemError {
  return new ProblemError(
    parseProblem({ type: 't', title: 't', status, detail: 'd', code, traceId: 'x' })!,
    retryAfterMs,
  );
}
const problemOf = (code: ProblemCode): ProblemError => refused(code, new Problem(code, '').status);
const lost = (status: number | null = null): ConnectionError => new ConnectionError('lost', { status });

/** The order may exist or does not, and a repeat may get another answer. */
const REPEATED = ['unavailable', 'ramp_unavailable', 'rate_limited', 'internal'];

describe('reaction to a failed checkout', () => {
  it('the client knows every code of the service', () => {
    expect(PROBLEM_CODES.length).toBeGreaterThan(25);
    expect(PROBLEM_CODES.filter((code) => problemOf(code).code !== code)).toEqual([]);
  });

  it.each(PROBLEM_CODES)('%s', (code) => {
    expect(nextStep(problemOf(code), 1, 0.5).kind).toBe(REPEATED.includes(code) ? 'repeat' : 'give_up');
  });

  it.each<[what: string, error: unknown, isRepeated: boolean]>([
    ['no answer', lost(), true],
    ['a truncated answer', lost(), true],
    ['a gateway timeout', lost(504), true],
    ['a balancer without a server', lost(503), true],
    ['a rate limit of a proxy', lost(429), true],
    ['a request timeout of a proxy', lost(408), true],
    ['a web page with 200', lost(200), true],
    ['a 404 of another server', lost(404), false],
    ['a proxy that requires a login', lost(401), false],
    ['a body limit of a proxy', lost(413), false],
    ['a temporary problem of a newer service', refused('overloaded', 503), true],
    ['a permanent problem of a newer service', refused('customer_too_young', 422), false],
    ['an error of the caller', new TypeError('token has characters that no header may have'), false],
  ])('%s', (_what, error, isRepeated) => {
    expect(nextStep(error, 1, 0.5).kind).toBe(isRepeated ? 'repeat' : 'give_up');
  });

  it('an answer counts as lost if the outcome is unknown', () => {
    const isLost = (error: unknown): unknown => {
      const next = nextStep(error, 1, 0.5);
      return next.kind === 'repeat' && next.failed.isLost;
    };
    expect(isLost(lost())).toBe(true);
    expect(isLost(lost(502))).toBe(true);
    expect(isLost(problemOf('internal'))).toBe(true);
    expect(isLost(problemOf('unavailable'))).toBe(true);
    expect(isLost(problemOf('ramp_unavailable'))).toBe(false);
    expect(isLost(problemOf('rate_limited'))).toBe(false);
  });

  it('waits as the service says, with growing pauses', () => {
    expect(nextStep(refused('unavailable', 503, 30_000), 1, 0)).toMatchObject({ afterMs: 30_000 });
    expect(nextStep(new ConnectionError('', { status: 503, retryAfterMs: 9000 }), 1, 0)).toMatchObject({
      afterMs: 9000,
    });
    expect([1, 2, 3, 4, 5, 6, 50].map((attempt) => pauseMs(attempt, 1))).toEqual([
      500, 1000, 2000, 4000, 8000, 8000, 8000,
    ]);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100 }), fc.double({ min: 0, max: 1, noNaN: true }), (attempt, chance) => {
        expect(pauseMs(attempt, chance)).toBeGreaterThanOrEqual(250);
        expect(pauseMs(attempt, chance)).toBeLessThanOrEqual(pauseMs(attempt, 1));
      }),
    );
  });
});

describe('canGoOn', () => {
  it.each<[what: string, payUrl: string | null, status: Order['status'], expected: boolean]>([
    ['with a payUrl', 'https://pay.example', 'AWAITING_PAYMENT', true],
    ['no, while a trade is being made', null, 'CREATING', false],
    ['no, while one whose address was lost is replaced', null, 'AWAITING_PAYMENT', false],
    ['after an end', null, 'REJECTED', true],
    ['after a payment', null, 'PAID', true],
  ])('%s', (_what, payUrl, status, expected) => {
    expect(canGoOn({ payUrl, status })).toBe(expected);
  });
});
