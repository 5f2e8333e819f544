import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { SETTING_GROUPS } from '#src/platform/config/settings-table.js';
import { KEPT_DATA } from '#src/privacy/kept-data.js';
import { keptDataText } from '#src/privacy/kept-data-text.js';

const PAGE = join(import.meta.dirname, '../../docs/security.md');

/** What stands between the two is made; all else is written by hand. */
const MARKS = /(<!-- Made by npm run kept-data\. -->\n)[^]*?(<!-- Until here\. -->\n)/;

// With --update, which is what the command does, the page is written.
it('the page of security says what is kept as the table says it; if not: npm run kept-data', async () => {
  const page = readFileSync(PAGE, 'utf8');
  expect(page).toMatch(MARKS);
  await expect(
    page.replace(MARKS, (_all, from: string, to: string) => `${from}\n${keptDataText()}\n${to}`),
  ).toMatchFileSnapshot(PAGE);
});

it('the table names settings that there are', () => {
  const settings = SETTING_GROUPS.flatMap(({ settings: group }) => Object.keys(group));
  const text = JSON.stringify(KEPT_DATA);
  const named = [...text.matchAll(/`([A-Z_]+_MS)`/g)].map(([, name]) => name!);
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((name) => !settings.includes(name))).toEqual([]);
});
