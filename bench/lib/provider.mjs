// A bare provider: answers after a while, which can be set, and remembers what it was asked to create. It looks at nothing.
import { randomUUID } from 'node:crypto';
import http from 'node:http';

let delayMs = Number(process.env['DELAY_MS'] ?? 0);
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
/** By its number: what it was asked with. @type {Map<string, { orderNo: string, asked: any }>} */
const made = new Map();

/** @param {URL} url @param {string} body */
function dataFor({ pathname, searchParams }, body) {
  if (pathname.endsWith('/crypto/list')) return LIST;
  if (pathname.endsWith('/order/quote')) return { ...QUOTE, rampFee: '1.20', networkFee: '0.50' };
  if (pathname.endsWith('/query/trade')) return recordOf(searchParams.get('merchantOrderNo') ?? '');
  const asked = JSON.parse(body);
  const orderNo = String(1_000_001 + made.size);
  made.set(asked.merchantOrderNo, { orderNo, asked });
  return { orderNo, payUrl: `https://pay.example/${orderNo}` };
}

/** @param {string} number */
function recordOf(number) {
  const { orderNo, asked } = made.get(number) ?? {};
  const pair = { crypto: asked?.cryptoCurrency, network: asked?.network, fiat: asked?.fiatCurrency };
  return { side: 'BUY', orderNo, ...pair, amount: asked?.amount, address: asked?.address, status: 'PENDING' };
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
          const orders = [...made].map(([number, { asked }]) => ({ number, callbackUrl: asked.callbackUrl }));
          response.end(JSON.stringify(orders));
          return;
        }
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
