import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { anchorsOf, sampleIn } from '../support/documents.js';
import { commandsIn } from '../support/shell-commands.js';

const root = join(import.meta.dirname, '..', '..');
const documents = [
  'README.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' }).map((name) => join('docs', name)),
].filter((name) => name.endsWith('.md'));

/** Files and folders of the project that a text names, as `test/e2e/main-path.test.ts`; patterns are left out. */
function pathsIn(text: string): string[] {
  return [...text.matchAll(/`((?:src|test|docs|migrations|scripts|web|client)\/[\w./-]+)`/g)].map(([, path]) => path!);
}

describe('the documents', () => {
  it.each(documents)('%s names only files that are there', (name) => {
    const paths = pathsIn(readFileSync(join(root, name), 'utf8'));
    expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });

  it.each(['OWASP API Security Top 10 (2023)', 'ASVS 5.0'])(
    'say of each point of %s by which tests it is shown',
    (title) => {
      const [, section = ''] = readFileSync(join(root, 'docs/security/owasp.md'), 'utf8').split(`## ${title}\n`);
      const rows = section
        .split(/^## /m)[0]!
        .split('\n')
        .filter((line) => /^\| (?:API|V)\d/.test(line));
      expect(rows.length).toBeGreaterThanOrEqual(10);
      const unshown = rows.filter((row) => !pathsIn(row.split('|').at(-2)!).some((path) => path.startsWith('test/')));
      expect(unshown).toEqual([]);
    },
  );

  it.each(documents)('%s links only to documents that are there', (name) => {
    const links = [...readFileSync(join(root, name), 'utf8').matchAll(/\]\((?!https?:)([^)#\s]+)/g)];
    expect(links.map(([, link]) => link!).filter((link) => !existsSync(join(root, name, '..', link)))).toEqual([]);
  });

  it.each(documents)('%s links only to headings that are there', (name) => {
    const links = [...readFileSync(join(root, name), 'utf8').matchAll(/\]\((?!https?:)([^)#\s]*\.md|)#([^)\s]+)\)/g)];
    const lost = links.filter(([, file, anchor]) => {
      const target = file === '' ? join(root, name) : join(root, name, '..', file!);
      return !anchorsOf(readFileSync(target, 'utf8')).includes(anchor!);
    });
    expect(lost.map(([link]) => link)).toEqual([]);
  });
});

it('the order in docs/order-life.md has every field of the API', () => {
  const { components } = JSON.parse(readFileSync(join(root, 'client/openapi.json'), 'utf8')) as {
    components: { schemas: Record<'BuyOrder' | 'Trade', { properties: object }> };
  };
  const order = JSON.parse(sampleIn(readFileSync(join(root, 'docs/order-life.md'), 'utf8'), 'json')) as {
    trades: [object];
  };
  for (const [sample, schema] of [[order, 'BuyOrder'] as const, [order.trades[0], 'Trade'] as const]) {
    expect(Object.keys(sample).sort()).toEqual(Object.keys(components.schemas[schema].properties).sort());
  }
});

it.each([
  ['a line each', '```sh\nnpm ci\nnpm start\n```', ['npm ci', 'npm start']],
  ['each part of a chain', '```sh\nnpm ci && npm start\n```', ['npm ci', 'npm start']],
  ['a quote over several lines', '```sh\ncurl -d \'{\n  "a": 1 }\' x\n```', ['curl -d \'{\n  "a": 1 }\' x']],
  ['a line that goes on', '```sh\nnpm run x \\\n  --y\n```', ['npm run x \\\n  --y']],
  ['a block of no language', '```\nmake me rich\n```', ['make me rich']],
  ['a block in a list', '1. Do:\n\n   ```sh\n   npm ci \\\n     --y\n   ```', ['npm ci \\\n  --y']],
  ['within a sentence', 'Run `npm run\ndoctor`, or `GET /docs`.', ['npm run doctor']],
  ['each once', '```sh\nnpm ci\n```\nand `npm ci`', ['npm ci']],
  ['no other language', '```js\nnpm.ci()\n```\n', []],
  ['no comment', '```sh\n# first\nnpm ci\n```', ['npm ci']],
])('commands of a document: %s', (_what, markdown, commands) => {
  expect(commandsIn(markdown)).toEqual(commands);
});

it('an unclosed quote in a command is an error of the document', () => {
  expect(() => commandsIn("```sh\ncurl -d '{\n```")).toThrow('does not end');
});
