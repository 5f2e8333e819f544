// A bare provider: answers after a delay that can be set, and remembers the created orders. It verifies nothing.
import { randomUUID } from 'node:crypto';
import http from 'node:http';

let delayMs = Number(process.env['DELAY_MS'] ?? 0);
let status = 'PENDING';
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
 * Orders by merchant number; `answeredAt`: when a query first returned the current status.
 * @type {Map<string, { orderNo: string, terms: any, answeredAt: number }>}
 */
const made = new Map();

/** Merchant numbers by the provider's number. @type {Map<string, string>} */
const numbers = new Map();

/** @param {URL} url @param {string} body */
function dataFor({ pathname, searchParams }, body) {
  if (pathname.endsWith('/crypto/list')) return LIST;
  if (pathname.endsWith('/order/quote')) return { ...QUOTE, rampFee: '1.20', networkFee: '0.50' };
  if (pathname.endsWith('/query/trade')) return recordOf(searchParams);
  const terms = JSON.parse(body);
  const orderNo = String(1_000_001 + made.size);
  made.set(terms.merchantOrderNo, { orderNo, terms, answeredAt: 0 });
  numbers.set(orderNo, terms.merchantOrderNo);
  return { orderNo, payUrl: `https://pay.example/${orderNo}` };
}

/** @param {URLSearchParams} query with one of the two numbers */
function recordOf(query) {
  const order = made.get(numbers.get(query.get('orderNo') ?? '') ?? query.get('merchantOrderNo') ?? '');
  if (order !== undefined) order.answeredAt ||= Date.now();
  const { orderNo, terms } = order ?? {};
  const pair = { crypto: terms?.cryptoCurrency, network: terms?.network, fiat: terms?.fiatCurrency };
  return { side: 'BUY', orderNo, ...pair, amount: terms?.amount, address: terms?.address, status };
}

http
  // A connection that stays idle for seconds on a busy machine must not end just as it is used again.
  .createServer({ keepAliveTimeout: 0 }, (request, response) => {
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
          const orders = [...made].map(([number, { terms, answeredAt }]) => ({
            ...{ number, callbackUrl: terms.callbackUrl, answeredAt },
          }));
          response.end(JSON.stringify(orders));
          return;
        }
        const envelope = {
          success: true,
          returnCode: '0000',
          returnMsg: 'SUCCESS',
          extend: '',
          data: dataFor(url, body),
        };
        const answer = () =>
          response
            .writeHead(200, { 'content-type': 'application/json' })
            .end(JSON.stringify({ ...envelope, traceId: randomUUID() }));
        if (delayMs === 0) answer();
        else setTimeout(answer, delayMs);
      });
  })
  .listen(Number(process.env['PORT'] ?? 0), '127.0.0.1', () => process.stdout.write('listening\n'));
