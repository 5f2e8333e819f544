// A shop in twenty lines: sells USDT for 100 USD, and shows how the payment goes. See README.md.
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { createRampCheckout, newIdempotencyKey, ProblemError } from '@ramp-checkout/client';

const { RAMP_CHECKOUT_URL: baseUrl = 'http://127.0.0.1:3000', RAMP_CHECKOUT_KEY: apiKey, PORT = '8080' } = process.env;
const ramp = createRampCheckout({ baseUrl, apiKey });
const goods = { fiat: 'USD', amount: '100.00', crypto: 'USDT', network: 'ETH', payWayCode: '10001', country: 'US' };

const form = () => `<h1>USDT for 100 USD</h1>
  <form method="post"><input type="hidden" name="key" value="${newIdempotencyKey()}">
  <input name="address" size="50" value="0x52908400098527886E0F7030069857D2E4169EE7"> <button>Buy</button></form>`;

createServer(async (request, response) => {
  response.setHeader('content-type', 'text/html; charset=utf-8');
  if (request.method !== 'POST') return response.end(form());
  const { key: idempotencyKey, address } = Object.fromEntries(new URLSearchParams(await text(request)));
  const left = new AbortController();
  response.on('close', () => left.abort());
  try {
    // Sent again by an impatient customer, it has the same key, and is the same order.
    const order = await ramp.checkout({ ...goods, address }, { idempotencyKey });
    response.write(`<h1>Order ${order.merchantOrderNo}</h1>\n`);
    const options = { clientSecret: order.clientSecret, signal: left.signal };
    for await (const { status, payUrl, txHash } of ramp.watchOrder(order.merchantOrderNo, options)) {
      response.write(`<p>${status} ${payUrl ? `<a href="${payUrl}" target="_blank">pay</a>` : (txHash ?? '')}</p>\n`);
    }
  } catch (error) {
    response.write(`<p>${error instanceof ProblemError ? error.problem.detail : 'Please try again.'}</p>\n`);
  }
  response.end();
}).listen(Number(PORT), '127.0.0.1', function () {
  console.log(`shop: http://127.0.0.1:${this.address().port}`);
});
