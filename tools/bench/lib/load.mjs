import { randomUUID } from 'node:crypto';
import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Checkouts with new numbers.
 * @typedef {object} Load
 * @property {string} url
 * @property {Record<string, string>} headers of each request
 * @property {number} connections each sends one request after the other
 * @property {number} seconds
 * @property {number} [everyMs] the least time between the requests of a connection
 */

/**
 * @typedef {object} Sent
 * @property {number[]} latencies in milliseconds, of 2xx answers; shortest first
 * @property {string[]} answers their bodies
 * @property {number} failures
 * @property {number} ms total time
 */

const TERMS = {
  fiat: 'USD',
  amount: '100.00',
  crypto: 'USDT',
  network: 'ETH',
  country: 'US',
  payWayCode: '10001',
  address: '0x52908400098527886E0F7030069857D2E4169EE7',
};

/** Sends for some seconds. @param {Load} load @returns {Promise<Sent>} */
export function keepSending(load) {
  const end = performance.now() + load.seconds * 1000;
  return sendWhile(load, () => performance.now() < end);
}

/** Sends a number of requests. @param {Load} load @param {number} requests @returns {Promise<Sent>} */
export function sendMany(load, requests) {
  let left = requests;
  return sendWhile(load, () => left-- > 0);
}

/** @param {Load} load @param {() => boolean} goesOn @returns {Promise<Sent>} */
async function sendWhile({ url, headers, connections, everyMs = 0 }, goesOn) {
  const { hostname, port } = new URL(url);
  const agent = new http.Agent({ keepAlive: true, maxSockets: connections });
  const options = { hostname, port, agent, method: 'POST', path: '/v1/checkouts' };
  /** @type {Sent} */
  const sent = { latencies: [], answers: [], failures: 0, ms: 0 };
  const begun = performance.now();
  const chain = async () => {
    while (goesOn()) {
      const since = performance.now();
      const body = JSON.stringify({ merchantOrderNo: randomUUID().slice(0, 30), ...TERMS });
      const { status, text } = await send(options, headers, body);
      if (status >= 200 && status < 300) {
        sent.latencies.push(performance.now() - since);
        sent.answers.push(text);
      } else sent.failures += 1;
      const pause = since + everyMs - performance.now();
      if (everyMs > 0 && pause > 0) await sleep(pause);
    }
  };
  await Promise.all(Array.from({ length: connections }, chain));
  agent.destroy();
  sent.latencies.sort((a, b) => a - b);
  return { ...sent, ms: performance.now() - begun };
}

/**
 * @param {http.RequestOptions} options @param {Record<string, string>} headers @param {string} body
 * @returns {Promise<{ status: number, text: string }>} status 0: no answer
 */
function send(options, headers, body) {
  const own = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
  return new Promise((resolve) => {
    http
      .request({ ...options, headers: { ...headers, ...own } }, (answer) => {
        let text = '';
        answer
          .setEncoding('utf8')
          .on('data', (chunk) => (text += chunk))
          .on('end', () => resolve({ status: answer.statusCode ?? 0, text }));
      })
      .on('error', () => resolve({ status: 0, text: '' }))
      .end(body);
  });
}
