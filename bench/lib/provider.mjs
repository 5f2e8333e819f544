// A bare provider: answers after a while, which can be set, and remembers what it was asked to create. It looks at nothing.
import { randomUUID } from 'node:crypto';
import http from 'node:http';

let delayMs = Number(process.env['DELAY_MS'] ?? 0);
/** Of every order. */
let status = 'PENDING';
let questions = 0;
const PAIR = {
  crypto: 'USDT',
  network: 'ETH',
  buyEnable: 1,
  sellEnable: 0,
  minPurchaseAmount: 15,
  maxPurchaseAmount: 2000,
};
const LIST = [{ ...PAIR, address: null, icon: null, minSellAmount: null, maxSellAmount: null }];
const QUOTE = { fiat: 'USD', crypto: 'USDT', payWayCode: '10001', cryptoPrice: '1.01', cryptoQuantity: '98.5' };
/**
 * By its number: what it was asked with, and when its status of now was first told.
 * @type {Map<string, { orderNo: string, asked: any, answeredAt: number }>}
 */
const made = new Map();

/** By its own number: the merchant's. @type {Map<string, string>} */
const numbers = new Map();

/** @param {URL} url @param {string} body */
function dataFor({ pathname, searchParams }, body) {
  if (pathname.endsWith('/crypto/list')) return LIST;
  if (pathname.endsWith('/order/quote')) return { ...QUOTE, rampFee: '1.20', networkFee: '0.50' };
  if (pathname.endsWith('/query/trade')) return recordOf(searchParams);
  const asked = JSON.parse(body);
  const orderNo = String(1_000_001 + made.size);
  made.set(asked.merchantOrderNo, { orderNo, asked, answeredAt: 0 });
  numbers.set(orderNo, asked.merchantOrderNo);
  return { orderNo, payUrl: `https://pay.example/${orderNo}` };
}

/** @param {URLSearchParams} asks by one number or the other */
function recordOf(asks) {
  questions += 1;
  const order = made.get(numbers.get(asks.get('orderNo') ?? '') ?? asks.get('merchantOrderNo') ?? '');
  if (order !== undefined) order.answeredAt ||= Date.now();
  const { orderNo, asked } = order ?? {};
  const pair = { crypto: asked?.cryptoCurrency, network: asked?.network, fiat: asked?.fiatCurrency };
  return { side: 'BUY', orderNo, ...pair, amount: asked?.amount, address: asked?.address, status };
}

http
  .createServer((request, response) => {
    let body = '';
    request
      .on('data', (chunk) => (body += chunk))
      .on('end', () => {
        const url = new URL(request.url ?? '', 'http://provider');
        if (url.pathname === '/made') {
          delayMs = Number(url.searchParams.get('delay') ?? delayMs);
          const next = url.searchParams.get('status') ?? status;
          if (next !== status) for (const order of made.values()) order.answeredAt = 0;
          status = next;
          const orders = [...made].map(([number, { asked, answeredAt }]) => ({
            ...{ number, callbackUrl: asked.callbackUrl, answeredAt },
          }));
          response.end(JSON.stringify(orders));
          return;
        }
        if (url.pathname === '/questions') return void response.end(String(questions));
        const said = { success: true, returnCode: '0000', returnMsg: 'SUCCESS', extend: '', data: dataFor(url, body) };
        const answer = () =>
          response
            .writeHead(200, { 'content-type': 'application/json' })
            .end(JSON.stringify({ ...said, traceId: randomUUID() }));
        if (delayMs === 0) answer();
        else setTimeout(answer, delayMs);
      });
  })
  .listen(Number(process.env['PORT'] ?? 0), '127.0.0.1', () => process.stdout.write('listening\n'));
