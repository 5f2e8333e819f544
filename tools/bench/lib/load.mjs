import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * @typedef {object} RequestSpec
 * @property {'GET' | 'POST'} method
 * @property {string} path
 * @property {string} [body]
 * @property {Record<string, string>} [headers] added to those of the load
 */

/**
 * @typedef {object} Load
 * @property {string} url
 * @property {Record<string, string>} headers of each request
 * @property {number} connections
 * @property {number} seconds
 * @property {() => RequestSpec} next
 */

/**
 * @typedef {object} Sent
 * @property {number[]} latencies in milliseconds, of 2xx answers; shortest first
 * @property {number} failures
 * @property {number} ms total time
 */

/** Each connection sends one request after the other. @param {Load} load @returns {Promise<Sent>} */
export const keepSending = (load) =>
  sendAll(load, async (one, seconds) => {
    const end = performance.now() + seconds * 1000;
    const chain = async () => {
      while (performance.now() < end) await one();
    };
    await Promise.all(Array.from({ length: load.connections }, chain));
  });

/**
 * Sends a number of requests, so that compilation and planning are over. @param {Load} load @param {number} requests
 */
export const warmUp = (load, requests) =>
  sendAll(load, async (one) => {
    let left = requests;
    const chain = async () => {
      while (left-- > 0) await one();
    };
    await Promise.all(Array.from({ length: load.connections }, chain));
  });

/**
 * Sends at a fixed rate, however long the answers take. @param {Load} load @param {number} perSecond @returns
 * {Promise<Sent>}
 */
export const sendAtRate = (load, perSecond) =>
  sendAll(load, async (one, seconds) => {
    const begun = performance.now();
    /** @type {Promise<void>[]} */
    const all = [];
    for (let sent = 0; sent < seconds * perSecond; sent++) {
      await sleep(Math.max(0, begun + (sent * 1000) / perSecond - performance.now()));
      all.push(one());
    }
    await Promise.all(all);
  });

/** @param {Load} load @param {(one: () => Promise<void>, seconds: number) => Promise<void>} drive @returns {Promise<Sent>} */
async function sendAll({ url, headers, connections, seconds, next }, drive) {
  const { hostname, port } = new URL(url);
  const agent = new http.Agent({ keepAlive: true, maxSockets: connections });
  /** @type {number[]} */
  const latencies = [];
  let failures = 0;
  const begun = performance.now();
  await drive(async () => {
    const since = performance.now();
    const status = await send({ hostname, port, agent }, headers, next());
    if (status >= 200 && status < 300) latencies.push(performance.now() - since);
    else failures += 1;
  }, seconds);
  agent.destroy();
  return { latencies: latencies.sort((a, b) => a - b), failures, ms: performance.now() - begun };
}

/**
 * @param {http.RequestOptions} options @param {Record<string, string>} headers @param {RequestSpec} spec @returns
 * {Promise<number>} 0: no answer
 */
function send(options, headers, { method, path, body = '', headers: own = {} }) {
  const length = { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) };
  return new Promise((resolve) => {
    http
      .request(
        { ...options, method, path, headers: { ...headers, ...own, ...(body === '' ? {} : length) } },
        (answer) => {
          answer.resume().on('end', () => resolve(answer.statusCode ?? 0));
        },
      )
      .on('error', () => resolve(0))
      .end(body);
  });
}
