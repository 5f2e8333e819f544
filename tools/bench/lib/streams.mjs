import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { cpuOf, residentMegabytes } from './cpu.mjs';
import { keepSending } from './load.mjs';
import { ordersAt } from './requests.mjs';
import { median } from './table.mjs';

const STREAMS = 1000;
const CHANGED = 40;
const QUIET_MS = 2000;
const PATIENCE_MS = 120_000;

/**
 * Many event streams: their cost while nothing happens, and the delay from the provider's answer to the event that
 * says the order was paid. A callback requests the poll; one process polls and streams.
 * @param {import('./load.mjs').Load} load @param {number} pid of the service @param {string} provider its address
 * @returns {Promise<Record<string, number>>}
 */
export async function streams(load, pid, provider) {
  await keepSending({ ...load, seconds: Math.min(load.seconds, 1) });
  const made = await ordersAt(`${provider}/made`);
  const orders = made.slice(-STREAMS);
  const before = residentMegabytes(pid);
  /** @type {Awaited<ReturnType<typeof follow>>[]} */
  const followers = [];
  while (followers.length < STREAMS) {
    // In batches, or the kernel would refuse connections beyond its backlog.
    const more = Array.from({ length: 50 }, (_, i) => orders[(followers.length + i) % orders.length]?.number ?? '');
    followers.push(...(await Promise.all(more.map((number) => follow(load, number)))));
  }
  const opened = followers.filter(({ isOpen }) => isOpen).length;
  const grown = residentMegabytes(pid) - before;
  const [cpu, since] = [cpuOf(pid).all, performance.now()];
  await sleep(QUIET_MS);
  const idle = (cpuOf(pid).all - cpu) / ((performance.now() - since) / 1000);
  await fetch(`${provider}/made?status=PAY_SUCCESS`);
  const chosen = orders.slice(0, CHANGED);
  for (const { callback } of chosen) {
    await fetch(`${load.url}${callback}`, { method: 'POST', body: '{}' });
    await sleep(50);
  }
  const end = performance.now() + PATIENCE_MS;
  const notified = () => followers.slice(0, chosen.length).filter(({ paidAt }) => paidAt !== 0);
  while (notified().length < chosen.length && performance.now() < end) await sleep(50);
  const answered = new Map((await ordersAt(`${provider}/made`)).map(({ number, answeredAt }) => [number, answeredAt]));
  const delays = notified().map(({ number, paidAt }) => paidAt - (answered.get(number) ?? Number.NaN));
  for (const { leave } of followers) leave();
  return {
    'event streams held': opened,
    'KB resident a stream': (grown * 1024) / STREAMS,
    'CPU ms a second, 1,000 quiet streams': idle,
    'ms until a follower is told, p50': median(delays),
    failures: STREAMS - opened + (chosen.length - delays.length),
  };
}

/**
 * Resolves after the first order event, or if the answer is not a stream.
 * @param {import('./load.mjs').Load} load @param {string} number
 */
function follow({ url, headers }, number) {
  const follower = { number, isOpen: false, paidAt: 0, leave: () => void request.destroy() };
  const request = http.get(`${url}/v1/orders/${number}/events`, { headers, agent: false });
  return new Promise(
    (/** @type {(follower: { number: string, isOpen: boolean, paidAt: number, leave(): void }) => void} */ begun) => {
      request
        .on('error', () => begun(follower))
        .on('response', (answer) => {
          if (answer.statusCode !== 200) return begun(follower);
          answer
            .setEncoding('utf8')
            .on('error', () => undefined)
            .on('data', (/** @type {string} */ text) => {
              if (text.includes('"status":"PAID"')) follower.paidAt ||= Date.now();
              if (!text.includes('event: order')) return;
              follower.isOpen = true;
              begun(follower);
            });
        });
    },
  );
}
