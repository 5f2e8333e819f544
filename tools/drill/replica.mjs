import { startProgram } from '../demo/program.mjs';
import { built, death, untilOk } from '../demo/steps.mjs';
import { projectRoot, startOptions } from '../../scripts/lib/project.mjs';

const READY_MS = 90_000;
const HOST = '127.0.0.1';

/** Short times, so that a drill takes minutes; they change no guarantee. */
export const DRILL_SETTINGS = {
  AUTH: 'none',
  DRAIN_MS: '0',
  RAMP_MAX_RPS: '400',
  RAMP_NOT_FOUND: 'null',
  RAMP_MAX_CONCURRENCY: '100',
  RAMP_TIMEOUT_MS: '1500',
  RECONCILE_INTERVAL_MS: '250',
  RECONCILE_BATCH: '200',
  RECONCILE_FIRST_DELAY_MS: '1000',
  HINT_FLOOR_MS: '300',
  CHECKOUT_DEADLINE_MS: '8000',
  LOG_LEVEL: 'warn',
  WEBHOOK_ALLOW_PRIVATE: 'true',
};

/**
 * Successive processes of the service on one port.
 * @typedef {object} Replica
 * @property {string} name
 * @property {string} url
 * @property {() => Promise<void>} start settles when it is ready
 * @property {() => Promise<void>} crash SIGKILL
 * @property {(patienceMs: number) => Promise<void>} stop
 * @property {() => boolean} isReady ready since its last start
 * @property {() => Promise<string>} diedByItself settles with the reason when its process ends unexpectedly
 */

/**
 * @param {number} index from 0 on
 * @param {number} port
 * @param {NodeJS.ProcessEnv} env all settings except the address
 * @param {(name: string) => string} logFile
 * @param {AbortSignal} signal
 * @returns {Replica}
 */
export function newReplica(index, port, env, logFile, signal) {
  const name = `replica ${index + 1}`;
  const url = `http://${HOST}:${port}`;
  /** @type {import('../demo/program.mjs').Program | undefined} */
  let program;
  let lives = 0;
  let ready = false;
  /** @type {(how: string) => void} */
  let tellDeath = () => {};
  const died = /** @type {Promise<string>} */ (new Promise((resolve) => (tellDeath = resolve)));
  const end = async (/** @type {(running: import('../demo/program.mjs').Program) => Promise<unknown> | void} */ by) => {
    const running = program;
    program = undefined;
    ready = false;
    if (!running) return;
    await by(running);
    await running.ended;
  };
  return {
    name,
    url,
    async start() {
      lives += 1;
      const started = startProgram({
        name,
        file: built('src/main.js'),
        nodeOptions: startOptions(),
        cwd: projectRoot,
        log: logFile(`replica-${index + 1}-life-${lives}`),
        verbose: false,
        env: { ...env, HOST, PORT: String(port) },
      });
      const fallen = death(started).catch((error) => {
        if (program === started) tellDeath(error.message);
      });
      program = started;
      await Promise.race([untilOk(`${url}/health/ready`, READY_MS, signal), fallen]);
      ready = program === started;
    },
    crash: () => end((running) => running.kill()),
    stop: (patienceMs) => end((running) => running.stop(patienceMs)),
    isReady: () => ready,
    diedByItself: () => died,
  };
}
