import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { SETTING_GROUPS } from '#src/platform/config/settings-table.js';
import { defaultText, valuesText } from '#src/platform/config/settings-text.js';
import type { Setting } from '#src/platform/config/table/kinds.js';

const PAGE = join(import.meta.dirname, '../../docs/operations/settings.md');

/** Whatever stands above it is written by hand. */
const MARK = /^<!-- What follows is made by npm run settings.* -->\n/m;

const row = ([name, setting]: [string, Setting]): string => {
  const meaning = setting.more === undefined ? setting.says : `${setting.says} ${setting.more}.`;
  return `| \`${name}\` | ${meaning} | ${valuesText(setting)} | ${defaultText(setting)} |`;
};

const made = SETTING_GROUPS.map(({ title, settings }) =>
  ['', `## ${title}`, '', '| name | meaning | values | default |', '|---|---|---|---|']
    .concat(Object.entries(settings).map(row), '')
    .join('\n'),
).join('');

// With --update, which is what the command does, the page is written.
it('the page of settings says what the table says; if not: npm run settings', async () => {
  const page = readFileSync(PAGE, 'utf8');
  const mark = MARK.exec(page);
  const byHand = page.slice(0, mark!.index + mark![0].length);
  await expect(byHand + made).toMatchFileSnapshot(PAGE);
});
