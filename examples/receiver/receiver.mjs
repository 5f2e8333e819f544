// The shop's own system: is told of every change by webhook, and takes each message once. See README.md.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';

const { WEBHOOK_SECRET: secret = '', PORT = '8090' } = process.env;
const TOLERANCE_S = 300;
/** The newest version known of each order; a shop keeps it in its database, beside what it does about it. */
const known = new Map();

/** As https://www.standardwebhooks.com says. While a secret is replaced there are two signatures. */
function isGenuine({ 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': given = '' }, body) {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const expected = Buffer.from(`v1,${createHmac('sha256', key).update(`${id}.${at}.${body}`).digest('base64')}`);
  const isFresh = Math.abs(Date.now() / 1000 - Number(at)) < TOLERANCE_S;
  const signatures = given.split(' ').map((one) => Buffer.from(one));
  return isFresh && signatures.some((one) => one.length === expected.length && timingSafeEqual(one, expected));
}

function take({ type, data: { merchantOrderNo, version, status, txHash } }) {
  // Messages come at least once, in any order: what is no newer was overtaken.
  if (merchantOrderNo === undefined || version <= (known.get(merchantOrderNo) ?? 0)) return;
  known.set(merchantOrderNo, version);
  console.log(merchantOrderNo, type, status, txHash ?? '');
}

async function receive(request, response) {
  const body = await text(request);
  if (!isGenuine(request.headers, body)) return response.writeHead(401).end();
  take(JSON.parse(body));
  response.writeHead(204).end();
}

const server = createServer((request, response) => {
  receive(request, response).catch(() => response.destroy());
});
server.listen(Number(PORT), '127.0.0.1', () => console.log(`receiver: http://127.0.0.1:${server.address().port}`));
