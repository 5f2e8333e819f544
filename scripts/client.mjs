// npm run client: regenerates the typed client from the service. See --help.
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { buildIfNeeded } from './lib/build.mjs';
import { GENERATED, generate, writeGenerated } from './lib/client/generate.mjs';
import { HELP, parseClientOptions } from './lib/client/options.mjs';
import { packClient } from './lib/client/pack.mjs';
import { projectRoot } from './lib/project.mjs';

const say = (/** @type {string} */ text) => process.stdout.write(`${text}\n`);

async function main() {
  const { help, check } = parseClientOptions(process.argv.slice(2));
  if (help) return void process.stdout.write(HELP);
  await buildIfNeeded();
  const texts = await generate();
  if (check) {
    const stale = Object.entries(GENERATED).filter(
      ([name, file]) => texts[/** @type {keyof typeof texts} */ (name)] !== readFileSync(file, 'utf8'),
    );
    for (const [, file] of stale) say(`${file} is not what the service says now: npm run client`);
    if (stale.length > 0) process.exitCode = 1;
    else say('document and codes are what the service says');
    return;
  }
  for (const file of writeGenerated(texts)) say(`written: ${file}`);
  await buildIfNeeded();
  say(`packed: ${relative(projectRoot, await packClient())}`);
}

try {
  process.chdir(projectRoot);
  await main();
} catch (error) {
  process.stderr.write(`${/** @type {Error} */ (error).message}\n`);
  process.exitCode = 2;
}
