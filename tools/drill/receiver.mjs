import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

/**
 * The receiver is down and up by turns, nearly half of the time each. A failed message is repeated after five to six
 * seconds and then after minutes, so its second attempt meets the receiver up.
 */
const DEAD_MS = 5000;
const ALIVE_MS = 6000;

/**
 * A message as received.
 * @typedef {{ id: string, type: string, data: any, isGenuine: boolean, at: number }} Message `at`: of
 *   `performance.now()`
 *
 * The merchant's system, which receives every change.
 * @typedef {object} Receiver
 * @property {string} url
 * @property {Message[]} messages accepted, in order
 * @property {() => number} refused number of messages refused while down
 * @property {(secret: string) => void} know sets the signing secret
 * @property {() => void} falter starts the turns of down and up
 * @property {() => void} recover stays up
 * @property {() => void} close
 */

/** @returns {Promise<Receiver>} written from the text of Standard Webhooks, independent of the service's code */
export async function openReceiver() {
  /** @type {Message[]} */
  const messages = [];
  let [secret, refused, since] = ['', 0, Number.NaN];
  const isDead = () => (performance.now() - since) % (DEAD_MS + ALIVE_MS) < DEAD_MS;
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const piece of request.setEncoding('utf8')) body += piece;
    if (isDead()) {
      refused += 1;
      // Some get a broken connection, others a 503.
      if (refused % 2 === 0) request.socket.destroy();
      else response.writeHead(503).end();
      return;
    }
    messages.push({ ...JSON.parse(body), isGenuine: isSigned(secret, request.headers, body), at: performance.now() });
    response.writeHead(204).end();
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return {
    url: `http://127.0.0.1:${port}/webhooks`,
    messages,
    refused: () => refused,
    know: (signingSecret) => void (secret = signingSecret),
    falter: () => void (since = performance.now()),
    recover: () => void (since = Number.NaN),
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** @param {string} secret @param {import('node:http').IncomingHttpHeaders} headers @param {string} body */
function isSigned(secret, headers, body) {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  const expected = `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
  const signatures = String(headers['webhook-signature']).split(' ');
  return signatures.some(
    (one) => one.length === expected.length && timingSafeEqual(Buffer.from(one), Buffer.from(expected)),
  );
}
