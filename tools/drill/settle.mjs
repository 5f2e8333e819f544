import { setTimeout as sleep } from 'node:timers/promises';
import { differences } from './compare.mjs';
import { neverCame } from './figures.mjs';

const LOOK_AGAIN_MS = 2000;

/**
 * Waits in real time until the leases of killed processes have expired, all stored orders equal the provider's, the
 * merchant's system has every message, and no work is left; or until `patienceMs` are over: then the figures show
 * what is left. Redelivers messages whose next attempt is minutes away, as staff would.
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
    // While trades are being created, the provider's list is not complete.
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
 * Pays on replaced pages: orders at the provider that await payment although a newer trade exists.
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
