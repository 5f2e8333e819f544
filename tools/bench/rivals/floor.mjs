// The minimum: Node's own server and client, and pg.
import http from 'node:http';
import pg from 'pg';
import { FIND, LIST, orderOf, RECORD, RESERVE, signed, STORE_CALLBACK } from './contract.mjs';

const { DATABASE_URL, PROVIDER_URL = '', PORT = '0' } = process.env;
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 10 });
const { hostname, port } = new URL(PROVIDER_URL);
const agent = new http.Agent({ keepAlive: true });

/** @param {import('node:http').IncomingMessage} message @returns {Promise<string>} */
async function textOf(message) {
  let text = '';
  for await (const chunk of message) text += chunk;
  return text;
}

/** @param {string} endpoint @param {string} body @returns {Promise<any>} the data of its answer */
function ask(endpoint, body) {
  const { headers, path } = signed(endpoint, 'secret');
  return new Promise((resolve, reject) => {
    http
      .request({ hostname, port, path, method: 'POST', headers, agent }, (answer) => {
        textOf(answer).then((text) => resolve(JSON.parse(text).data), reject);
      })
      .on('error', reject)
      .end(body);
  });
}

/** @param {string} number */
async function read(number) {
  const { rows } = await pool.query(FIND, [number]);
  return { status: 200, answer: orderOf(rows[0]) };
}

/** @param {string} body */
async function checkout(body) {
  const { merchantOrderNo: number } = JSON.parse(body);
  const reserved = await pool.query(RESERVE, [number, body]);
  if (reserved.rowCount === 0) return read(number);
  const { orderNo, payUrl } = await ask('/trade/create', body);
  await pool.query(RECORD, [number, orderNo, payUrl]);
  return { status: 201, answer: orderOf({ number, pay_url: payUrl }) };
}

/** @param {string} url @param {string} body */
async function answerTo(url, body) {
  if (url === '/v1/checkouts') return checkout(body);
  if (url.startsWith('/v1/orders/')) return read(url.slice('/v1/orders/'.length));
  if (url.startsWith('/v1/cryptos')) return { status: 200, answer: LIST };
  if (url === '/v1/quotes') return { status: 200, answer: { items: [await ask('/order/quote', body)] } };
  await pool.query(STORE_CALLBACK, [body]);
  return { status: 200, answer: 'SUCCESS' };
}

http
  .createServer((request, response) => {
    textOf(request)
      .then((body) => answerTo(request.url ?? '', body))
      .then(
        ({ status, answer }) => {
          response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
        },
        () => response.writeHead(500).end(),
      );
  })
  .listen(Number(PORT), '127.0.0.1', () => process.stdout.write('listening\n'));
