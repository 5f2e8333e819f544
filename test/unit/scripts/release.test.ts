import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { serviceVersion } from '#src/platform/config/project-folder.js';
import { PROJECT } from '../../support/programs.js';

/** Where the release stands besides `package.json`. The service and its API document read that file. */
it.each<[file: string, places: RegExp]>([
  ['package-lock.json', /^ {2}"version": "(.+)"/gm],
  ['CHANGELOG.md', /^## (\d\S*) - \d{4}-\d\d-\d\d$/m],
  ['Dockerfile', /org\.opencontainers\.image\.version="(.+)"/g],
  ['client/package.json', /^ {2}"version": "(.+)"/gm],
  ['client/openapi.json', /^ {4}"version": "(.+)"/gm],
  ['clients/python/ramp_checkout/__init__.py', /^__version__ = "(.+)"$/gm],
  ['docs/operations/image.md', /-t ramp-checkout:(\S+)/g],
  ['docs/integrate.md', /ramp-checkout-client-(.+?)\.tgz/g],
  ['examples/shop/package.json', /ramp-checkout-client-(.+?)\.tgz/g],
])('%s names the release of package.json', (file, places) => {
  const text = readFileSync(join(PROJECT, file), 'utf8');
  const named = places.global ? [...text.matchAll(places)] : [places.exec(text)];
  expect([...new Set(named.map((match) => match?.[1]))]).toEqual([serviceVersion()]);
});
