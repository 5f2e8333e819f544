// A bare provider: answers a create, after a while that can be set, and the crypto list. It looks at nothing.
import { randomUUID } from 'node:crypto';
import http from 'node:http';

const delayMs = Number(process.env['DELAY_MS'] ?? 0);
const PAIR = {
  crypto: 'USDT',
  network: 'ETH',
  buyEnable: 1,
  sellEnable: 0,
  minPurchaseAmount: 15,
  maxPurchaseAmount: 2000,
};
const LIST = [{ ...PAIR, address: null, icon: null, minSellAmount: null, maxSellAmount: null }];
let made = 0;

/** @param {string} path */
function dataFor(path) {
  if (path.includes('/crypto/list')) return LIST;
  made += 1;
  return { orderNo: String(1_000_000 + made), payUrl: `https://pay.example/${made}` };
}

http
  .createServer((request, response) => {
    request.resume().on('end', () => {
      const data = dataFor(request.url ?? '');
      const envelope = {
        success: true,
        returnCode: '0000',
        returnMsg: 'SUCCESS',
        extend: '',
        data,
        traceId: randomUUID(),
      };
      const answer = () =>
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(envelope));
      if (delayMs === 0) answer();
      else setTimeout(answer, delayMs);
    });
  })
  .listen(Number(process.env['PORT'] ?? 0), '127.0.0.1', () => process.stdout.write('listening\n'));
