// A bare provider: it creates orders and lists one pair. It verifies nothing.
import { randomUUID } from 'node:crypto';
import http from 'node:http';

const LIST = [
  {
    crypto: 'USDT',
    network: 'ETH',
    buyEnable: 1,
    sellEnable: 0,
    minPurchaseAmount: 15,
    maxPurchaseAmount: 2000,
    minSellAmount: null,
    maxSellAmount: null,
    address: null,
    icon: null,
  },
];
let made = 1_000_000;

function create() {
  const orderNo = String(++made);
  return { orderNo, payUrl: `https://pay.example/${orderNo}` };
}

http
  // A connection that stays idle for seconds on a busy machine must not end just as it is used again.
  .createServer({ keepAliveTimeout: 0 }, (request, response) => {
    request.resume().on('end', () => {
      const data = request.url?.includes('/crypto/list') ? LIST : create();
      const envelope = { success: true, returnCode: '0000', returnMsg: 'SUCCESS', extend: '', data };
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ ...envelope, traceId: randomUUID() }));
    });
  })
  .listen(Number(process.env['PORT'] ?? 0), '127.0.0.1', () => process.stdout.write('listening\n'));
