import { expect, it } from 'vitest';
import { readRetryAfter } from '#src/platform/text/http-response.js';

const NOW = new Date('2026-11-22T10:00:00Z');

it.each([
  [null, null],
  ['0', 0],
  ['120', 120_000],
  ['Sun, 22 Nov 2026 10:00:07 GMT', 7000],
  ['Sun, 22 Nov 2026 09:00:00 GMT', 0],
  ['soon', null],
  ['-1', null],
  ['1.5', null],
  ['2026-11-22', null],
  ['', null],
])('Retry-After: %s is %s ms', (header, expected) => {
  expect(readRetryAfter(header, NOW)).toBe(expected);
});
