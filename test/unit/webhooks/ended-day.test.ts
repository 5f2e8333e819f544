import { expect, it } from 'vitest';
import { endedDay } from '#src/webhooks/daily-report.service.js';

it.each([
  ['2026-02-01T00:01:00Z', '2026-01-31'],
  ['2026-02-01T23:59:59Z', '2026-01-31'],
  ['2026-02-01T00:00:59.999Z', '2026-01-30'],
  ['2026-03-29T12:00:00Z', '2026-03-28'],
])('daily report: at %s the last ended day is %s', (now, day) => {
  const { from, to } = endedDay(new Date(now));
  expect(from.toISOString()).toBe(`${day}T00:00:00.000Z`);
  expect(to.getTime() - from.getTime()).toBe(86_400_000);
});
