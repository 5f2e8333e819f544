import { startSandbox } from '../demo/programs.mjs';

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
 * @typedef {Awaited<ReturnType<typeof startProvider>>} Provider
 */

/**
 * @param {{ port: number, env: NodeJS.ProcessEnv, log: string }} options
 * @param {import('../demo/programs.mjs').Credentials} credentials
 */
export async function startProvider({ port, env, log }, credentials) {
  const settings = { ...env, SANDBOX_PACE_MS: String(PACE_MS) };
  const { program, ready } = startSandbox({ port, env: settings, log, verbose: false }, credentials);
  const url = await ready;
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
    /** Orders with this number of ours. */
    named: async (/** @type {string} */ number) => {
      const { status, body } = await call('GET', `/orders/${number}`);
      return status === 404 ? [] : body.orders;
    },
    all: async () => (await sure('GET', '/orders')).orders,
    /** False: the order no longer awaits payment. */
    act: async (/** @type {string} */ orderNo, /** @type {'pay' | 'fail' | 'cancel'} */ act) =>
      (await call('POST', `/orders/${orderNo}/${act}`)).status < 300,
    disturb: async (/** @type {object} */ plan) => void (await sure('POST', '/chaos', plan)),
    behave: async () => void (await sure('DELETE', '/chaos')),
    /** Counts of its calls and faults. @returns {Promise<Record<string, any>>} */
    summary: () => sure('GET', '/summary'),
  };
}
