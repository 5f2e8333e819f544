// Sells USDT for 100 USD: sends customers on to pay, and follows all orders by one feed. See README.md.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { createRampCheckoutServer, newIdempotencyKey, ProblemError } from '@ramp-checkout/client/server';

const { RAMP_CHECKOUT_URL: baseUrl = 'http://127.0.0.1:3000', RAMP_CHECKOUT_KEY: apiKey, PORT = '8080' } = process.env;
const ramp = createRampCheckoutServer({ baseUrl, apiKey });
const goods = { fiat: 'USD', amount: '100.00', crypto: 'USDT', network: 'ETH', payWayCode: '10001', country: 'US' };
const form = () => `<form method="post"><input name="address" size="50" placeholder="your address on Ethereum">
  <input type="hidden" name="key" value="${newIdempotencyKey()}"> <button>Buy USDT for 100 USD</button></form>`;

async function sell(request, response) {
  if (request.method !== 'POST') return response.setHeader('content-type', 'text/html').end(form());
  // Sent again by an impatient customer, it has the same key, and is the same order.
  const { key: idempotencyKey, address } = Object.fromEntries(new URLSearchParams(await text(request)));
  const { payUrl } = await ramp.checkout({ ...goods, address }, { idempotencyKey });
  response.writeHead(303, { location: payUrl ?? '/' }).end();
}

createServer((request, response) => {
  sell(request, response).catch((error) => {
    response.end(error instanceof ProblemError ? error.problem.detail : 'Please try again.');
  });
}).listen(Number(PORT), '127.0.0.1', function () {
  console.log(`shop: http://127.0.0.1:${this.address().port}`);
});

// Where it went on when it was ended: a shop would keep this in the database in which it keeps what it does about an order.
const file = new URL('cursor.txt', import.meta.url);
for await (const { event, cursor } of ramp.watchOrders({
  after: existsSync(file) ? readFileSync(file, 'utf8') : null,
})) {
  const { merchantOrderNo, status, inReview, txHash } = event.data;
  console.log(merchantOrderNo, event.type, status, inReview ? 'wait' : (txHash ?? ''));
  writeFileSync(file, cursor);
}
