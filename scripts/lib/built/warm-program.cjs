// node [V8 options] warm-program.cjs <dist> <program> <address>: runs the program until `address` answers, then
// stores the code that V8 has compiled.
const { mkdirSync, writeFileSync } = require('node:fs');
const { dirname, join } = require('node:path');
const { setTimeout: sleep } = require('node:timers/promises');
const { cachedDataVersionTag } = require('node:v8');

const [dist = '', program = '', address = ''] = process.argv.slice(2);
const { launch, loaded } = require(join(dist, 'launcher.js'));

async function warm() {
  launch(program);
  while (!(await fetch(address).catch(() => undefined))) await sleep(10);
  for (const [name, { script }] of loaded) {
    const file = join(dist, 'code-cache', String(cachedDataVersionTag()), `${name}.cache`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, script.createCachedData());
  }
  process.exit();
}
void warm();
