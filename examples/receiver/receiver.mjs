// The shop's own system: stores each webhook, answers it, and then delivers each order once. See README.md.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { Journal } from '../journal.mjs';

const { WEBHOOK_SECRET: secret = '', PORT = '8090', JOURNAL } = process.env;
const TOLERANCE_S = 300;
const journal = new Journal(JOURNAL ?? new URL('journal.jsonl', import.meta.url));
const ids = new Set(journal.rows.flatMap(({ message }) => message?.id ?? []));
const delivered = new Set(journal.rows.flatMap(({ delivery }) => delivery ?? []));

/** Verifies as https://www.standardwebhooks.com says. During a rotation of the secret there are two signatures. */
function isGenuine({ 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': given = '' }, body) {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const expected = Buffer.from(`v1,${createHmac('sha256', key).update(`${id}.${at}.${body}`).digest('base64')}`);
  const isFresh = Math.abs(Date.now() / 1000 - Number(at)) < TOLERANCE_S;
  const signatures = given.split(' ').map((one) => Buffer.from(one));
  return isFresh && signatures.some((one) => one.length === expected.length && timingSafeEqual(one, expected));
}

/** Messages may be reordered and repeated. Only `data` counts, and each purchase is delivered once. */
function deliver({ data: { merchantOrderNo, side, status, inReview } }) {
  if (side !== 'BUY' || status !== 'COMPLETED' || inReview || delivered.has(merchantOrderNo)) return;
  // In a shop: one transaction that delivers and stores the number under a unique key.
  journal.write({ delivery: merchantOrderNo });
  delivered.add(merchantOrderNo);
  console.log(merchantOrderNo, 'delivered');
}

async function receive(request, response) {
  const body = await text(request);
  if (!isGenuine(request.headers, body)) return response.writeHead(401).end();
  const message = JSON.parse(body);
  if (ids.has(message.id)) return response.writeHead(204).end();
  journal.write({ message });
  ids.add(message.id);
  response.writeHead(204).end();
  const { merchantOrderNo, status, txHash } = message.data;
  if (merchantOrderNo !== undefined) console.log(merchantOrderNo, message.type, status, txHash ?? '');
  deliver(message);
}

// Deliver messages that a crash left stored but undelivered.
for (const { message } of journal.rows) if (message !== undefined) deliver(message);

const server = createServer((request, response) => {
  receive(request, response).catch((error) => {
    console.error(error.message);
    response.destroy();
  });
});
server.listen(Number(PORT), '127.0.0.1', () => console.log(`receiver: http://127.0.0.1:${server.address().port}`));
