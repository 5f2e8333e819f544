// node [options of V8] warm-program.cjs <dist> <program> <address>: runs the program until it answers at `address`, and
// keeps what V8 has compiled until then.
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
