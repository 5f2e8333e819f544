import { expect, it } from 'vitest';
import { hintOn } from '#scripts/lib/postgres/cluster.mjs';

it.each([
  ['initdb: could not look up effective user ID 54321: user does not exist', true],
  ['initdb: error: could not look up effective user ID 54321: user does not exist', true],
  ['initdb: error: directory "/x" exists but is not empty', false],
])('initdb says "%s": a Postgres of one’s own is named where it helps', (output, isHelped) => {
  expect(hintOn(output).includes('DATABASE_URL')).toBe(isHelped);
});
