// npm run client: regenerates the typed client from the service. See --help.
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { buildIfNeeded } from './lib/build.mjs';
import { GENERATED, generate, writeGenerated } from './lib/client/generate.mjs';
import { packClient } from './lib/client/pack.mjs';
import { flag, runTool } from './lib/options.mjs';
import { projectRoot } from './lib/project.mjs';

const say = (/** @type {string} */ text) => process.stdout.write(`${text}\n`);

process.chdir(projectRoot);
await runTool(
  {
    about: `npm run client [-- options]

Makes the typed client anew: asks the service for its OpenAPI document, keeps the part that it uses in
client/openapi.json, makes its error codes (client/src/problem-codes.ts) and its types (client/src/schema.ts, which the
build makes too) from it, compiles it to client/dist, and packs it there into a .tgz that \`npm install\` takes. Needs nothing but \`npm ci\`.
`,
    options: {
      check: flag('writes nothing: ends with 1 when the committed document or codes are not what the service says now'),
    },
  },
  async ({ check }) => {
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
  },
);
