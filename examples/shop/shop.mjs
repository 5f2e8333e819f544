// Sells USDT for 100 USD: sends customers to the payment page, follows all orders by one feed, delivers each once, and
// mails its private link. See README.md.
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { createRampCheckoutServer, isDeliverable, newIdempotencyKey, ProblemError } from '@ramp-checkout/client/server';
import { Journal } from '../journal.mjs';
import { isMailAddress, mailOf, sendMail } from './mail.mjs';

const { RAMP_CHECKOUT_URL: baseUrl = 'http://127.0.0.1:3000', RAMP_CHECKOUT_KEY: apiKey, PORT = '8080' } = process.env;
const goods = { fiat: 'USD', amount: '100.00', crypto: 'USDT', network: 'ETH', payWayCode: '10001', country: 'US' };
const form = () => `<form method="post"><input name="address" size="50" placeholder="your address on Ethereum">
  <input name="email" type="email" placeholder="your e-mail">
  <input type="hidden" name="key" value="${newIdempotencyKey()}"> <button>Buy USDT for 100 USD</button></form>`;
const journal = new Journal(process.env.JOURNAL ?? new URL('journal.jsonl', import.meta.url));
const delivered = new Set(journal.rows.flatMap(({ delivery }) => delivery ?? []));
const buyers = new Map(journal.rows.flatMap(({ buyer }) => (buyer ? [[buyer.number, buyer]] : [])));

function stop(error) {
  console.error('shop:', error instanceof ProblemError ? `${error.code}: ${error.problem.detail}` : error.message);
  if (error.code === 'unauthenticated') console.error('Set RAMP_CHECKOUT_KEY to an API key of role checkout.');
  process.exit(1);
}
process.on('uncaughtException', stop);

const ramp = createRampCheckoutServer({ baseUrl, apiKey });

async function sell(request, response) {
  if (request.method !== 'POST') return response.setHeader('content-type', 'text/html').end(form());
  // A form sent twice by an impatient customer has the same key and creates one order.
  const { key: idempotencyKey, address, email = '' } = Object.fromEntries(new URLSearchParams(await text(request)));
  const order = await ramp.checkout({ ...goods, address }, { idempotencyKey });
  const { merchantOrderNo: number, payUrl, clientSecret: secret } = order;
  if (isMailAddress(email) && !buyers.has(number)) {
    buyers.set(number, { number, email, secret });
    journal.write({ buyer: buyers.get(number) });
  }
  response.writeHead(303, { location: payUrl ?? '/' }).end();
}

createServer((request, response) => {
  sell(request, response).catch((error) => {
    response.end(error instanceof ProblemError ? error.problem.detail : 'Please try again.');
  });
}).listen(Number(PORT), '127.0.0.1', function () {
  console.log(`shop: http://127.0.0.1:${this.address().port}`);
});

/** Delivers the order at most once. In a shop: one transaction that delivers and stores number, cursor and mail. */
function take(order, cursor) {
  const delivery = isDeliverable(order) && !delivered.has(order.merchantOrderNo) ? order.merchantOrderNo : undefined;
  const buyer = buyers.get(delivery);
  const mail = buyer && mailOf(order, buyer, baseUrl);
  journal.write({ delivery, cursor, mail });
  if (delivery === undefined) return;
  delivered.add(delivery);
  console.log(delivery, 'delivered');
  post(delivery, mail);
}

/** Sends what is stored. A mail that fails is sent at the next start, and one that a crash interrupts once more. */
function post(number, mail) {
  if (mail === undefined) return;
  sendMail(mail).then(
    () => journal.write({ mailed: number }),
    ({ message }) => console.error('mail:', message),
  );
}

const mailed = new Set(journal.rows.flatMap(({ mailed: number }) => number ?? []));
for (const { delivery, mail } of journal.rows) if (!mailed.has(delivery)) post(delivery, mail);

async function follow(after) {
  const onError = ({ message }) => console.error('feed:', message);
  // Called after 30 days, or if the service's database may have lost commits: the list has the undelivered orders.
  const resync = async () => {
    for await (const order of ramp.orders({ status: ['COMPLETED'] })) take(order);
  };
  for await (const { event, cursor } of ramp.watchOrders({ after, onError, resync })) {
    const { merchantOrderNo, status, inReview, txHash } = event.data;
    console.log(merchantOrderNo, event.type, status, inReview ? 'wait' : (txHash ?? ''));
    take(event.data, cursor);
  }
}

const newest = journal.rows.findLast(({ cursor }) => cursor !== undefined)?.cursor ?? null;
await follow(newest).catch(stop);
