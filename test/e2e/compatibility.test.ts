import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { serviceVersion } from '#src/platform/config/project-folder.js';
import { Metrics } from '#src/platform/telemetry/metrics.js';
import { apiFacts } from '../support/compatibility/api-facts.js';
import { brokenPromises, promisesOf } from '../support/compatibility/promises.js';
import type { Promises } from '../support/compatibility/promises.js';
import { tableFacts } from '../support/compatibility/table-facts.js';
import { apiDocument } from '../support/openapi/document.js';
import { PROJECT } from '../support/programs.js';
import { startWholeApp } from '../support/whole-app.js';

const FOLDER = join(PROJECT, 'test/compatibility');
const PAGE = join(PROJECT, 'docs/compatibility.md');
const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex');

let today: Promises;
beforeAll(async () => {
  const whole = await startWholeApp({ ROLES: 'api,worker' });
  const tables = await tableFacts(whole.app.get(Metrics).registry);
  await whole.close();
  today = promisesOf({ ...apiFacts(await apiDocument()), ...tables });
  if (process.env['RENEW_PROMISES'] === serviceVersion()) renew(serviceVersion());
});

/** Writes the promises of a release that has no tag yet, and their digest into the page. */
function renew(version: string): void {
  if (execFileSync('git', ['tag', '--list', `v${version}`], { cwd: PROJECT }).length > 0)
    throw new Error(`v${version} is released: its promises stay as they are`);
  const lines = Object.entries(today).map(([subject, things]) => JSON.stringify({ [subject]: things }).slice(1, -1));
  const text = `{\n${lines.join(',\n')}\n}\n`;
  writeFileSync(join(FOLDER, `${version}.json`), text);
  const row = new RegExp(`(\\(\\.\\./test/compatibility/${version.replaceAll('.', '\\.')}\\.json\\) \\| \`)\\w+`);
  writeFileSync(PAGE, readFileSync(PAGE, 'utf8').replace(row, `$1${digestOf(text)}`));
}

it.each(readdirSync(FOLDER))('keeps all that %s promises', (file) => {
  const promised = JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as Promises;
  expect(Object.keys(promised).length).toBeGreaterThan(100);
  expect(brokenPromises(promised, today)).toEqual([]);
});

it.each(readdirSync(FOLDER))('%s is the file that docs/compatibility.md names by its digest', (file) => {
  expect(readFileSync(PAGE, 'utf8')).toContain(
    `| [${file}](../test/compatibility/${file}) | \`${digestOf(readFileSync(join(FOLDER, file), 'utf8'))}\` |`,
  );
});

it('there is a file for this release', () => {
  expect(readdirSync(FOLDER)).toContain(`${serviceVersion()}.json`);
});
