// The minimum: Node's own server and client, and pg.
import http from 'node:http';
import pg from 'pg';
import { orderOf, RECORD, RESERVE, signed } from './contract.mjs';

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

/** @param {string} body */
async function checkout(body) {
  const { merchantOrderNo: number } = JSON.parse(body);
  const reserved = await pool.query(RESERVE, [number, body]);
  if (reserved.rowCount === 0) throw new Error('the number is taken');
  const { orderNo, payUrl } = await ask('/trade/create', body);
  await pool.query(RECORD, [number, orderNo, payUrl]);
  return orderOf(number, payUrl);
}

http
  .createServer((request, response) => {
    textOf(request)
      .then(checkout)
      .then(
        (order) => {
          response.writeHead(201, { 'content-type': 'application/json' }).end(JSON.stringify(order));
        },
        () => response.writeHead(500).end(),
      );
  })
  .listen(Number(PORT), '127.0.0.1', () => process.stdout.write('listening\n'));
