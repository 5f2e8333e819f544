// Sells USDT for 100 USD: sends the customer on to pay, and follows the order until it has ended. See README.md.
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { createRampCheckout, newIdempotencyKey, ProblemError } from '@ramp-checkout/client';

const { RAMP_CHECKOUT_URL: baseUrl = 'http://127.0.0.1:3000', RAMP_CHECKOUT_KEY: apiKey, PORT = '8080' } = process.env;
const ramp = createRampCheckout({ baseUrl, apiKey });
const goods = { fiat: 'USD', amount: '100.00', crypto: 'USDT', network: 'ETH', payWayCode: '10001', country: 'US' };
const form = () => `<form method="post"><input name="address" size="50" placeholder="your address on Ethereum">
  <input type="hidden" name="key" value="${newIdempotencyKey()}"> <button>Buy USDT for 100 USD</button></form>`;

async function sell(request, response) {
  if (request.method !== 'POST') return response.setHeader('content-type', 'text/html').end(form());
  // Sent again by an impatient customer, it has the same key, and is the same order.
  const { key: idempotencyKey, address } = Object.fromEntries(new URLSearchParams(await text(request)));
  const { merchantOrderNo, payUrl, clientSecret } = await ramp.checkout({ ...goods, address }, { idempotencyKey });
  response.writeHead(303, { location: payUrl ?? '/' }).end();
  for await (const { status, txHash } of ramp.watchOrder(merchantOrderNo, { clientSecret }))
    console.log(merchantOrderNo, status, txHash ?? '');
}

createServer((request, response) => {
  sell(request, response).catch((error) => {
    if (!response.writableEnded)
      response.end(error instanceof ProblemError ? error.problem.detail : 'Please try again.');
  });
}).listen(Number(PORT), '127.0.0.1', function () {
  console.log(`shop: http://127.0.0.1:${this.address().port}`);
});
