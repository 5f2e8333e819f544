import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nextStep, pauseMs } from '#client/src/checkout/next-step.js';
import { canGoOn } from '#client/src/checkout/can-go-on.js';
import { ConnectionError, ProblemError } from '#client/src/errors.js';
import type { Order } from '#client/src/index.js';
import { parseProblem } from '#client/src/problem.js';
import { Problem, PROBLEM_CODES } from '#src/platform/shared/problem.js';
import type { ProblemCode } from '#src/platform/shared/problem.js';

function refused(code: string, status = 400, retryAfterMs: number | null = null): ProblemError {
  return new ProblemError(
    parseProblem({ type: 't', title: 't', status, detail: 'd', code, traceId: 'x' })!,
    retryAfterMs,
  );
}
const problemOf = (code: ProblemCode): ProblemError => refused(code, new Problem(code, '').status);
const lost = (status: number | null = null): ConnectionError => new ConnectionError('lost', { status });

/** Nothing was made, or nobody knows; and asking again may bring another answer. */
const REPEATED = ['unavailable', 'ramp_unavailable', 'rate_limited', 'request_timeout', 'internal'];

describe('what is done about a checkout that brought no order', () => {
  it('every code of the service is known to the client', () => {
    expect(PROBLEM_CODES.length).toBeGreaterThan(25);
    expect(PROBLEM_CODES.filter((code) => problemOf(code).code !== code)).toEqual([]);
  });

  it.each(PROBLEM_CODES)('%s', (code) => {
    expect(nextStep(problemOf(code), 1, 0.5).kind).toBe(REPEATED.includes(code) ? 'repeat' : 'give_up');
  });

  it.each<[what: string, error: unknown, isRepeated: boolean]>([
    ['no answer', lost(), true],
    ['half an answer', lost(), true],
    ['a gateway that timed out', lost(504), true],
    ['a balancer without a server', lost(503), true],
    ['a proxy that wants it slower', lost(429), true],
    ['a proxy that waited too long', lost(408), true],
    ['a page for everything', lost(200), true],
    ['a server that is not the service', lost(404), false],
    ['a proxy that wants a login', lost(401), false],
    ['a proxy that takes no such body', lost(413), false],
    ['a newer problem that passes', refused('overloaded', 503), true],
    ['a newer problem with what was sent', refused('customer_too_young', 422), false],
    ['our own mistake', new TypeError('token has characters that no header may have'), false],
  ])('%s', (_what, error, isRepeated) => {
    expect(nextStep(error, 1, 0.5).kind).toBe(isRepeated ? 'repeat' : 'give_up');
  });

  it('an answer is lost when nobody knows what became of the request', () => {
    const isLost = (error: unknown): unknown => {
      const next = nextStep(error, 1, 0.5);
      return next.kind === 'repeat' && next.isLost;
    };
    expect(isLost(lost())).toBe(true);
    expect(isLost(lost(502))).toBe(true);
    expect(isLost(problemOf('internal'))).toBe(true);
    expect(isLost(problemOf('unavailable'))).toBe(true);
    expect(isLost(problemOf('ramp_unavailable'))).toBe(false);
    expect(isLost(problemOf('rate_limited'))).toBe(false);
  });

  it('an error of the service that stays is given up', () => {
    expect([1, 2, 3, 4].map((attempt) => nextStep(problemOf('internal'), attempt, 0).kind)).toEqual([
      'repeat',
      'repeat',
      'give_up',
      'give_up',
    ]);
  });

  it('waits as long as the service says, and longer each time', () => {
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

describe('a customer may go on', () => {
  it.each<[what: string, payUrl: string | null, status: Order['status'], expected: boolean]>([
    ['to pay', 'https://pay.example', 'AWAITING_PAYMENT', true],
    ['no, while a trade is being made', null, 'CREATING', false],
    ['no, while one whose address was lost is replaced', null, 'AWAITING_PAYMENT', false],
    ['after an end', null, 'REJECTED', true],
    ['once it is paid', null, 'PAID', true],
  ])('%s', (_what, payUrl, status, expected) => {
    expect(canGoOn({ payUrl, status })).toBe(expected);
  });
});
