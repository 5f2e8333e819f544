import { setTimeout as sleep } from 'node:timers/promises';

const PATIENCE_MS = 120_000;
const LONGEST_PAUSE_MS = 2000;
const LOOKS = 10;
const LOOK_PAUSE_MS = 700;

/**
 * The environment of a customer.
 * @typedef {object} World
 * @property {import('./front.mjs').Front} front
 * @property {import('./provider.mjs').Provider} provider
 * @property {import('./journal.mjs').Journal} journal
 * @property {AbortSignal} signal
 *
 * @typedef {import('./plan.mjs').Customer} Customer
 * @typedef {import('./front.mjs').Answer} Answer
 */

/**
 * Sends the checkout and repeats it at the next replica until the answer is final or patience runs out. Some
 * customers send it twice at once.
 * @param {Customer} customer
 * @param {World} world
 * @returns {Promise<Answer>} the last one
 */
export async function checkout({ number, body, replica, twice }, world) {
  const send = (/** @type {number} */ first) => insist(first, number, 'checkout', '/v1/checkouts', body, world);
  const [answer] = await Promise.all([send(replica), ...(twice ? [send(replica + 1)] : [])]);
  return answer;
}

/**
 * Performs the customer's action on the page and waits until the service shows it.
 * @param {Customer} customer
 * @param {Answer} answer of the checkout
 * @param {World} world
 */
export async function goOn(customer, answer, world) {
  const { number, fate, hesitatesMs } = customer;
  let order = shown(answer);
  // The create failed: a customer who came to pay retries once.
  if (order?.retryable && fate !== 'leave') order = (await retry(customer, order, world)) ?? order;
  const first = await pageOf(order, world);
  if (!first || fate === 'leave') return;
  await sleep(hesitatesMs, undefined, { signal: world.signal });
  const { act } = world.provider;
  switch (fate) {
    case 'pay':
      await act(first, 'pay');
      break;
    case 'fail':
    case 'cancel':
      await act(first, fate);
      break;
    case 'fail-then-pay':
      await act(first, 'fail');
      await look(number, (shownOrder) => shownOrder.status === 'PAYMENT_FAILED', 3, world);
      await act(first, 'pay');
      break;
    case 'fail-retry-pay-old':
    case 'cancel-retry-pay': {
      await act(first, fate === 'cancel-retry-pay' ? 'cancel' : 'fail');
      const over = await look(number, (shownOrder) => shownOrder.retryable, LOOKS, world);
      const again = over && (await retry(customer, over, world));
      const page = fate === 'fail-retry-pay-old' ? first : await pageOf(again, world);
      if (page) await act(page, 'pay');
      break;
    }
  }
  await look(number, (shownOrder) => shownOrder.settled, LOOKS, world);
}

/** @param {Customer} customer @param {any} order @param {World} world */
async function retry({ number, replica }, order, world) {
  // With the newest trade's number, a repeated retry makes no second trade.
  const body = { after: order.trades.at(-1).tradeNo };
  return shown(await insist(replica, number, 'retry', `/v1/orders/${number}/retry`, body, world));
}

/**
 * @param {number} first index of the first replica
 * @param {string} number
 * @param {'checkout' | 'retry'} by
 * @param {string} path
 * @param {object} body
 * @param {World} world
 * @returns {Promise<Answer>}
 */
async function insist(first, number, by, path, body, { front, journal, signal }) {
  const until = performance.now() + PATIENCE_MS;
  for (let tries = 0; ; tries += 1) {
    const answer = await front.send((first + tries) % front.replicas, 'POST', path, body);
    journal.write(number, by, answer);
    const isOpen = [0, 202, 429, 503].includes(answer.status);
    if (!isOpen || performance.now() > until) return answer;
    const pause = answer.status === 0 ? 250 * 1.5 ** tries : answer.retryAfterMs;
    await sleep(Math.max(200, Math.min(LONGEST_PAUSE_MS, pause)), undefined, { signal });
  }
}

/**
 * Reads the order until `isSo`, at most `looks` times.
 * @param {string} number
 * @param {(order: any) => boolean} isSo
 * @param {number} looks
 * @param {World} world
 * @returns {Promise<any>} the order, if `isSo`
 */
async function look(number, isSo, looks, { front, journal, signal }) {
  for (let nth = 0; nth < looks; nth += 1) {
    await sleep(LOOK_PAUSE_MS, undefined, { signal });
    const answer = await front.send(nth % front.replicas, 'GET', `/v1/orders/${number}`);
    journal.write(number, 'read', answer);
    if (answer.status === 200 && isSo(answer.body)) return answer.body;
  }
  return undefined;
}

/**
 * The provider's number of the order whose page the customer has.
 * @param {any} order
 * @param {World} world
 * @returns {Promise<string | undefined>}
 */
async function pageOf(order, { provider }) {
  if (!order?.payUrl) return undefined;
  const orders = await provider.named(order.trades.at(-1).tradeNo);
  return orders.find(({ payUrl }) => payUrl === order.payUrl)?.orderNo;
}

/** @param {Answer} answer @returns {any} the order in it */
function shown({ status, body }) {
  return status === 200 || status === 201 || status === 202 ? body : undefined;
}
