// node folder-circles.mjs [folder...]: exits with 1 if sibling folders, at any depth, import each other in a circle.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

/** @typedef {{ from: string, to: string }} Import paths of two files */

/**
 * Circles of folders, each with one import per step. A folder includes its subfolders; files of a folder and its own
 * subfolders may import each other.
 * @param {readonly Import[]} imports
 * @returns {{ way: string[], imports: Import[] }[]}
 */
export function folderCircles(imports) {
  /** @type {Map<string, Map<string, Import>>} */
  const knows = new Map();
  for (const one of imports) {
    const step = branches(one);
    if (step === null) continue;
    const [from, to] = step;
    if (!knows.has(from)) knows.set(from, new Map());
    if (!knows.get(from)?.has(to)) knows.get(from)?.set(to, one);
  }
  const done = new Set();
  return [...knows.keys()].sort().flatMap((start) => {
    const way = done.has(start) ? null : shortestWay(knows, start);
    if (way === null) return [];
    for (const folder of way) done.add(folder);
    const steps = way.slice(1).map((to, i) => /** @type {Import} */ (knows.get(way[i] ?? '')?.get(to)));
    return [{ way, imports: steps }];
  });
}

/**
 * The sibling folders through which an import leads from one branch of the tree to another.
 * @param {Import} one
 * @returns {[string, string] | null} null: one of the files lies directly in the common folder
 */
function branches({ from, to }) {
  const [a, b] = [from.split('/'), to.split('/')];
  const common = a.findIndex((part, i) => part !== b[i]);
  if (common + 1 >= a.length || common + 1 >= b.length) return null;
  return [a.slice(0, common + 1).join('/'), b.slice(0, common + 1).join('/')];
}

/**
 * @param {Map<string, Map<string, Import>>} knows @param {string} start @returns {string[] | null} the circle from
 *   start to start
 */
function shortestWay(knows, start) {
  const ways = [[start]];
  const visited = new Set();
  for (const way of ways) {
    for (const next of knows.get(way.at(-1) ?? '')?.keys() ?? []) {
      if (next === start) return [...way, start];
      if (!visited.has(next)) ways.push([...way, next]);
      visited.add(next);
    }
  }
  return null;
}

/** @param {string} root @param {readonly string[]} folders @returns {Import[]} */
function importsBelow(root, folders) {
  const files = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
  );
  const existing = new Set(files);
  return files
    .filter((file) => /\.tsx?$/.test(file) && !/\/test\//.test(file))
    .flatMap((from) =>
      ts.preProcessFile(readFileSync(join(root, from), 'utf8'), true, true).importedFiles.flatMap(({ fileName }) => {
        // package.json maps `#src/…` to a folder of this project.
        const path = fileName.startsWith('#')
          ? fileName.slice(1)
          : relative(root, resolve(root, dirname(from), fileName));
        const to = [path, path.replace(/\.js$/, '.ts'), path.replace(/\.js$/, '.tsx')].find((name) =>
          existing.has(name),
        );
        return /^[.#]/.test(fileName) && to !== undefined ? [{ from, to }] : [];
      }),
    );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const found = folderCircles(importsBelow(process.cwd(), process.argv.slice(2)));
  for (const { way, imports } of found) {
    process.stdout.write(`circle of folders: ${way.join(' → ')}\n`);
    for (const { from, to } of imports) process.stdout.write(`  ${from} → ${to}\n`);
  }
  process.exitCode = found.length === 0 ? 0 : 1;
}
