// node sizes.mjs: exits with 1 if a part of the project is larger than the table allows.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { projectRoot } from '../project.mjs';

/** The largest sizes. Whoever adds more than a row allows raises the row, and a reviewer sees it. */
const MOST = {
  'bytes of src': 1_702_500,
  'bytes of sandbox': 222_000,
  'bytes of tools': 611_000,
  'bytes of web': 794_200,
  'bytes of tests': 3_419_500,
  'words of docs by hand': 28_700,
  settings: 104,
};

/** @typedef {keyof typeof MOST} Part */

const TESTS = /(?:^|\/)test\/(?!compatibility\/)/;
const MADE = /<!-- Made by npm run docs: [^.]+\. -->.*?<!-- Until here\. -->/gs;

/** @param {string} folder */
function filesBelow(folder) {
  return readdirSync(join(projectRoot, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ path: path.slice(projectRoot.length).replaceAll('\\', '/'), content: readFileSync(path) }));
}

/** @returns {Record<Part, number>} */
export function sizes() {
  const files = ['src', 'sandbox', 'tools', 'web', 'test', 'client/test'].flatMap(filesBelow);
  const bytes = (/** @type {(path: string) => boolean} */ is) =>
    files.reduce((sum, { path, content }) => sum + (is(path) ? content.length : 0), 0);
  const of = (/** @type {string} */ folder) => bytes((path) => path.startsWith(`/${folder}/`) && !TESTS.test(path));
  const documents = filesBelow('docs').filter(({ path }) => path.endsWith('.md'));
  const words = documents.flatMap(({ content }) => content.toString().replace(MADE, '').split(/\s+/).filter(Boolean));
  const tables = files.filter(({ path }) => path.startsWith('/src/platform/config/table/'));
  return {
    'bytes of src': of('src'),
    'bytes of sandbox': of('sandbox'),
    'bytes of tools': of('tools'),
    'bytes of web': of('web'),
    'bytes of tests': bytes((path) => TESTS.test(path)),
    'words of docs by hand': words.length,
    settings: tables.reduce(
      (sum, { content }) => sum + [...content.toString().matchAll(/^ {2}[A-Z_]+: \{/gm)].length,
      0,
    ),
  };
}

/** @param {Record<Part, number>} found */
export function excess(found) {
  return /** @type {Part[]} */ (Object.keys(MOST))
    .filter((part) => found[part] > MOST[part])
    .map(
      (part) =>
        `${part}: ${found[part]}, and the table allows ${MOST[part]}. Delete as much elsewhere, or raise the row in scripts/lib/checks/sizes.mjs and say in the commit what is worth it.`,
    );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const found = sizes();
  const problems = excess(found);
  process.stdout.write(`${(problems.length > 0 ? problems : [JSON.stringify(found)]).join('\n')}\n`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
