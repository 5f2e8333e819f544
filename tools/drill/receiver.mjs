import { startReceiver } from '../fakes/receiver.mjs';

/**
 * The receiver is down and up by turns, nearly half of the time each. A failed message is repeated after five to six
 * seconds and then after minutes, so its second attempt meets the receiver up.
 */
const DEAD_MS = 5000;
const ALIVE_MS = 6000;

/** The merchant's system, which receives every change. */
export async function openReceiver() {
  /** Ids of those that were accepted. @type {Set<string>} */
  const messages = new Set();
  let [refused, since] = [0, Number.NaN];
  const isDead = () => (performance.now() - since) % (DEAD_MS + ALIVE_MS) < DEAD_MS;
  const receiver = await startReceiver();
  receiver.answer = (response, { id }) => {
    if (!isDead()) {
      messages.add(id);
      response.writeHead(204).end();
      return;
    }
    refused += 1;
    // Some get a broken connection, others a 503.
    if (refused % 2 === 0) response.destroy();
    else response.writeHead(503).end();
  };
  return {
    url: receiver.url,
    messages,
    /** How many messages were refused while down. */
    refused: () => refused,
    /** Starts the turns of down and up. */
    falter: () => void (since = performance.now()),
    /** Stays up. */
    recover: () => void (since = Number.NaN),
    close: () => receiver.close(),
  };
}
