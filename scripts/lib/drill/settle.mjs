import { setTimeout as sleep } from 'node:timers/promises';
import { differences } from './compare.mjs';
import { neverCame } from './figures.mjs';

const LOOK_AGAIN_MS = 2000;

/**
 * Waits, in real time, until leases of the killed have run out, everything stored is as the provider has it, the merchant's
 * system has every message, and nobody has anything left to do; or until `patienceMs` are over, for the figures to tell what
 * has not come to rest. What is put off for minutes is delivered again at once, as staff would do it.
 * @param {import('./provider.mjs').Provider} provider
 * @param {import('./stored.mjs').Stored} stored
 * @param {import('./receiver.mjs').Receiver} receiver
 * @param {object} options
 * @param {number} options.patienceMs
 * @param {AbortSignal} options.signal
 * @param {(left: { driven: number, different: number, messages: number }) => void} options.tell
 * @param {(deliveryId: string) => Promise<unknown>} options.redeliver
 * @returns {Promise<number>} how long it took, in milliseconds
 */
export async function settle(provider, stored, receiver, { patienceMs, signal, tell, redeliver }) {
  const since = performance.now();
  for (;;) {
    const everything = await stored.everything();
    const driven = everything.orders.filter((order) => order.driven).length;
    // While trades are still being made, the provider's list is not the last one.
    const different = driven > 0 ? NaN : differences(await provider.all(), everything).length;
    const messages = neverCame(receiver.messages, everything).length;
    const took = performance.now() - since;
    if (different + messages === 0 || took > patienceMs) return took;
    tell({ driven, different, messages });
    for (const id of await stored.putOff()) await redeliver(id);
    await sleep(LOOK_AGAIN_MS, undefined, { signal });
  }
}

/**
 * People who pay on a page that they should no longer have: each order at the provider that still waits for payment
 * although a newer trade took its place.
 * @param {import('./provider.mjs').Provider} provider
 * @param {import('./stored.mjs').Stored} stored
 * @param {(tradeNo: string) => boolean} isPaid
 * @returns {Promise<number>} how many were paid
 */
export async function payLate(provider, stored, isPaid) {
  const { trades } = await stored.everything();
  const old = new Set(trades.filter(({ superseded }) => superseded).map(({ tradeNo }) => tradeNo));
  let paid = 0;
  for (const { orderNo, merchantOrderNo } of await provider.all()) {
    if (!old.has(merchantOrderNo) || !isPaid(merchantOrderNo)) continue;
    if (await provider.act(orderNo, 'pay')) paid += 1;
  }
  return paid;
}
