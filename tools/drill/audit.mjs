import { built } from '../demo/steps.mjs';
import { projectRoot } from '../../scripts/lib/project.mjs';
import { run } from '../../scripts/lib/run.mjs';

/**
 * Runs the accounting report and the verification of the history.
 * @param {NodeJS.ProcessEnv} env the same as the service's
 * @param {AbortSignal} signal
 */
export async function audit(env, signal) {
  const json = async (/** @type {string} */ name) => {
    const options = { cwd: projectRoot, env, signal };
    const { code, output } = await run(process.execPath, [built(`src/cli/accounts/${name}.js`), '--json'], options);
    // 1: the data is wrong, which the figures show.
    if (code > 1) throw new Error(`${name} ended with ${code}:\n${output.slice(-2000)}`);
    return JSON.parse(output.slice(output.indexOf('{')));
  };
  return { report: await json('report'), history: await json('verify-history') };
}
