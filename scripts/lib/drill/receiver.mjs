import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

/**
 * Dead and alive by turns, nearly as long the one as the other. What fails is sent again five to six seconds later, and then
 * only after minutes: so the second attempt finds it alive.
 */
const DEAD_MS = 5000;
const ALIVE_MS = 6000;

/**
 * A message as the merchant's system got it.
 * @typedef {{ id: string, type: string, data: any, isGenuine: boolean, at: number }} Message `at`: of `performance.now()`
 *
 * The merchant's system, which is told of every change.
 * @typedef {object} Receiver
 * @property {string} url
 * @property {Message[]} messages that it took, in the order in which they came
 * @property {() => number} refused how many it let fall while it was dead
 * @property {(secret: string) => void} know by what they are signed
 * @property {() => void} falter it is dead by turns from now on
 * @property {() => void} recover it stays alive
 * @property {() => void} close
 */

/** @returns {Promise<Receiver>} written against the published text of Standard Webhooks, not against the service */
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
      // Some are let fall without a word, others are refused with one.
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
    know: (given) => void (secret = given),
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
  const given = String(headers['webhook-signature']).split(' ');
  return given.some(
    (one) => one.length === expected.length && timingSafeEqual(Buffer.from(one), Buffer.from(expected)),
  );
}
