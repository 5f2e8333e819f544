import { randomUUID } from 'node:crypto';
import http from 'node:http';

const ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7';

/** @param {string} merchantOrderNo */
const checkoutOf = (merchantOrderNo) =>
  JSON.stringify({
    ...{ merchantOrderNo, fiat: 'USD', amount: '100.00', crypto: 'USDT', network: 'ETH', address: ADDRESS },
    ...{ payWayCode: '10001', country: 'US' },
  });

/**
 * So many connections send one checkout after the other, for a while.
 * @param {{ url: string, headers: Record<string, string>, connections: number, seconds: number }} options
 * @returns {Promise<{ latencies: number[], failures: Map<number, number>, ms: number }>} `latencies` in milliseconds, of
 *   those that were made
 */
export async function sendCheckouts({ url, headers, connections, seconds }) {
  const { hostname, port } = new URL(url);
  const agent = new http.Agent({ keepAlive: true, maxSockets: connections });
  const options = { hostname, port, path: '/v1/checkouts', method: 'POST', agent };
  /** @type {number[]} */
  const latencies = [];
  /** @type {Map<number, number>} by status; 0: no answer */
  const failures = new Map();
  const begun = performance.now();
  const one = async () => {
    while (performance.now() - begun < seconds * 1000) {
      const since = performance.now();
      const status = await send(options, headers, checkoutOf(randomUUID().slice(0, 30)));
      if (status === 201) latencies.push(performance.now() - since);
      else failures.set(status, (failures.get(status) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: connections }, one));
  agent.destroy();
  return { latencies, failures, ms: performance.now() - begun };
}

/** @param {http.RequestOptions} options @param {Record<string, string>} headers @param {string} body @returns {Promise<number>} */
function send(options, headers, body) {
  const length = { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) };
  return new Promise((resolve) => {
    http
      .request({ ...options, headers: { ...headers, ...length } }, (answer) => {
        answer.resume().on('end', () => resolve(answer.statusCode ?? 0));
      })
      .on('error', () => resolve(0))
      .end(body);
  });
}
