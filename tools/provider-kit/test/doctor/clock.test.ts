import { expect, it } from 'vitest';
import { judgeClock } from '#tools/provider-kit/doctor/checks/clock.js';
import { at, NOW, SECOND } from '../../../../test/support/moments.js';

/** The verdict on an answer with this duration and date. */
const judged = (tookMs: number, datedMs: number) =>
  judgeClock({
    ...{ signature: 'v3', secret: 'first', sentAt: NOW, receivedAt: at(tookMs) },
    result: {
      ...{ kind: 'answered', value: null },
      evidence: { endpoint: 'list', sent: {}, seen: null, httpStatus: 200, traceId: null, answeredAt: at(datedMs) },
    },
  });

it.each([
  ['dated in the second in which it was sent', 100, 0, /^the same/],
  ['slow, and dated at its beginning', 10 * SECOND, 0, /^the same/],
  ['slow, and dated at its end', 10 * SECOND, 10 * SECOND, /^the same/],
  ['dated later', 100, 5 * SECOND, /^this machine is 5 s behind/],
  ['dated earlier', 100, -6 * SECOND, /^this machine is 5 s ahead of/],
])('an answer that is %s', (_, tookMs, datedMs, detail) => {
  expect(judged(tookMs, datedMs)).toMatchObject({ state: 'pass', detail: expect.stringMatching(detail) as string });
});

it('more than a minute fails, in either direction', () => {
  for (const ms of [62 * SECOND, -62 * SECOND]) expect(judged(0, ms).state).toBe('fail');
});
