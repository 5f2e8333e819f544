import { cpuOf } from './cpu.mjs';
import { FLOODED, floodOfGuests } from './flood.mjs';
import { keepSending, sendMany } from './load.mjs';
import { quietPolls } from './polls.mjs';
import { ordersAt, REQUESTS } from './requests.mjs';
import { whileRunning } from './running.mjs';
import { streams } from './streams.mjs';

const WARM_REQUESTS = 2000;

/**
 * What `--all` adds: other requests, and what only the service does. Uses the orders of the checkouts.
 * @param {import('./subjects.mjs').Subject} subject
 * @param {import('./running.mjs').Place} place
 * @returns {Promise<Record<string, number>>}
 */
export async function surroundings(subject, place) {
  const { databaseUrl, provider } = place;
  /** @type {Record<string, number>[]} */
  const parts = [await whileRunning(subject, place, ({ pid }, load) => otherRequests(pid, load, provider))];
  if (subject.isOwn) {
    parts.push(
      await whileRunning(subject, place, ({ pid }) => quietPolls(databaseUrl, pid), { ROLES: 'worker' }),
      await whileRunning(subject, place, (_, load) => floodOfGuests(load), FLOODED),
      await whileRunning(subject, place, ({ pid }, load) => streams(load, pid, provider), {}),
    );
  }
  const failures = parts.reduce((sum, part) => sum + (part['failures'] ?? 0), 0);
  return Object.assign({}, ...parts, { failures });
}

/** @param {number} pid @param {import('./load.mjs').Load} load @param {string} provider */
async function otherRequests(pid, load, provider) {
  const orders = await ordersAt(`${provider}/made`);
  /** @type {Record<string, number> & { failures: number }} */
  const figures = { failures: 0 };
  for (const [row, requestOf] of Object.entries(REQUESTS)) {
    let sent = 0;
    const next = () => requestOf(orders[sent++ % orders.length] ?? { number: '', callback: '' });
    await sendMany({ ...load, next }, WARM_REQUESTS);
    const cpu = cpuOf(pid).all;
    const { latencies, failures } = await keepSending({ ...load, next, seconds: load.seconds / 2 });
    figures[row] = (cpuOf(pid).all - cpu) / latencies.length;
    figures.failures += failures;
  }
  return figures;
}
