// npm run scale: how late the service learns of each status, and its share of the provider's rate. See --help.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildIfNeeded } from './lib/build.mjs';
import { projectRoot } from './lib/project.mjs';
import { HELP, parseScaleOptions } from './lib/scale/options.mjs';
import { simulate } from './lib/scale/simulate.mjs';
import { scaleTable } from './lib/scale/table.mjs';

const built = (/** @type {string} */ path) => import(pathToFileURL(join(projectRoot, 'build', path)).href);

/** @param {ReturnType<typeof parseScaleOptions>} options */
async function run({ orders, rate, seed }) {
  await buildIfNeeded();
  const { nextLook } = await built('src/orders/decisions/watch.js');
  const { isSettledStatus } = await built('src/orders/model/order-status.js');
  const shares = await built('src/reconciliation/shares.js');
  const cases = orders.flatMap((ordersADay) => [true, false].map((callbacks) => ({ ordersADay, callbacks })));
  const rows = cases.map((load) => {
    process.stderr.write(`${load.ordersADay} a day, ${load.callbacks ? 'with' : 'without'} callbacks\n`);
    return { ...load, outcome: simulate({ ...load, rate, seed }, { nextLook, isSettledStatus, shares }) };
  });
  process.stdout.write(`${scaleTable(rows)}\n`);
}

try {
  const options = parseScaleOptions(process.argv.slice(2));
  if (options.help) process.stdout.write(HELP);
  else await run(options);
} catch (error) {
  process.stderr.write(`${/** @type {Error} */ (error).message}\n`);
  process.exitCode = 2;
}
