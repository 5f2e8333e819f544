import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { run } from '#scripts/lib/run.mjs';
import { builtProgram, PROJECT } from '../support/programs.js';

const { scripts } = JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8')) as { scripts: { start: string } };
const START_OPTIONS = scripts.start.split(' ').filter((word) => word.startsWith('--'));

/** Loads the service, asked for its help, with these options of V8. Of each of its files: was a cache taken? */
async function cachesTaken(options: readonly string[]): Promise<ReadonlySet<boolean>> {
  const program = `
    const { launch, loaded } = require(${JSON.stringify(builtProgram('launcher.js'))});
    process.argv.push('--help');
    process.stdout.write = () => true;
    launch('src/main.js');
    process.stderr.write(JSON.stringify([...loaded.values()].map(({ script }) => script.cachedDataRejected === false)));`;
  const { code, output } = await run(process.execPath, [...options, '-e', program]);
  expect(code, output).toBe(0);
  return new Set(JSON.parse(output) as boolean[]);
}

it.each([
  ['as a program', []],
  ['as npm start', START_OPTIONS],
])('the service starts from code that V8 has compiled before, %s', async (_, options) => {
  expect(await cachesTaken(options)).toEqual(new Set([true]));
});

it('with any other option of V8 it starts without', async () => {
  expect(await cachesTaken(['--expose-gc'])).toEqual(new Set([false]));
});
