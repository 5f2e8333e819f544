import { startProgram } from '../demo/program.mjs';
import { built, death } from '../demo/steps.mjs';
import { projectRoot } from '../../scripts/lib/project.mjs';

/** Milliseconds between the provider's steps from paid to finished. */
const PACE_MS = 400;

/**
 * An order at the provider.
 * @typedef {{ orderNo: string, merchantOrderNo: string, status: string, payUrl: string }} ProviderOrder
 *
 * @typedef {{ error: string, orders: ProviderOrder[], [count: string]: unknown }} ControlBody each answer has some
 *   of these
 */

/**
 * The provider simulator, and the actions of people on its pages.
 * @typedef {object} Provider
 * @property {import('../demo/program.mjs').Program} program
 * @property {string} url
 * @property {(number: string) => Promise<ProviderOrder[]>} named orders with this number of ours
 * @property {() => Promise<ProviderOrder[]>} all
 * @property {(orderNo: string, act: 'pay' | 'fail' | 'cancel') => Promise<boolean>} act false: the order no longer
 *   awaits payment
 * @property {(plan: object) => Promise<void>} disturb
 * @property {() => Promise<void>} behave
 * @property {() => Promise<Record<string, any>>} summary counts of its calls and faults
 */

/**
 * @param {{ port: number, appId: string, appSecret: string, accessToken: string, env: NodeJS.ProcessEnv }} options
 * @param {(name: string) => string} logFile
 * @returns {Promise<Provider>}
 */
export async function startProvider({ port, appId, appSecret, accessToken, env }, logFile) {
  const program = startProgram({
    name: 'sandbox',
    file: built('sandbox/main.js'),
    cwd: projectRoot,
    log: logFile('sandbox'),
    verbose: false,
    env: {
      ...env,
      SANDBOX_HOST: '127.0.0.1',
      SANDBOX_PORT: String(port),
      SANDBOX_APP_ID: appId,
      SANDBOX_APP_SECRET: appSecret,
      SANDBOX_ACCESS_TOKEN: accessToken,
      SANDBOX_PACE_MS: String(PACE_MS),
    },
  });
  const listening = program.says(/sandbox listening on (https?:\/\/[^\s"]+)/).then(([, url = '']) => url);
  const url = await Promise.race([listening, death(program)]);
  return { program, url, ...controls(url) };
}

/** @param {string} url */
function controls(url) {
  /** @param {string} method @param {string} path @param {object} [body] */
  const call = async (method, path, body) => {
    const response = await fetch(`${url}/_control${path}`, {
      method,
      // The server may close a kept connection just when a busy client is about to use it.
      headers: { connection: 'close', ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return { status: response.status, body: /** @type {ControlBody} */ (await response.json()) };
  };
  const sure = async (/** @type {[string, string, object?]} */ ...request) => {
    const { status, body } = await call(request[0], request[1], request[2]);
    if (status >= 300) throw new Error(`the sandbox answers ${request[0]} ${request[1]} with ${status}: ${body.error}`);
    return body;
  };
  return {
    named: async (/** @type {string} */ number) => {
      const { status, body } = await call('GET', `/orders/${number}`);
      return status === 404 ? [] : body.orders;
    },
    all: async () => (await sure('GET', '/orders')).orders,
    act: async (/** @type {string} */ orderNo, /** @type {string} */ act) =>
      (await call('POST', `/orders/${orderNo}/${act}`)).status < 300,
    disturb: async (/** @type {object} */ plan) => void (await sure('POST', '/chaos', plan)),
    behave: async () => void (await sure('DELETE', '/chaos')),
    summary: () => sure('GET', '/summary'),
  };
}
