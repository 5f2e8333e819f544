// What Node itself needs: its own server and client, and pg.
import http from 'node:http';
import pg from 'pg';
import { RECORD, RESERVE, signed } from './contract.mjs';

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

/** @param {string} body @returns {Promise<any>} */
function create(body) {
  const { headers, path } = signed('secret');
  return new Promise((resolve, reject) => {
    http
      .request({ hostname, port, path, method: 'POST', headers, agent }, (answer) => {
        textOf(answer).then((text) => resolve(JSON.parse(text)), reject);
      })
      .on('error', reject)
      .end(body);
  });
}

/** @param {string} body */
async function checkout(body) {
  const { merchantOrderNo } = JSON.parse(body);
  const reserved = await pool.query(RESERVE, [merchantOrderNo, body]);
  if (reserved.rowCount === 0) return { status: 409, answer: { code: 'order_number_taken' } };
  const { data } = await create(body);
  await pool.query(RECORD, [merchantOrderNo, data.orderNo, data.payUrl]);
  return { status: 201, answer: { merchantOrderNo, status: 'AWAITING_PAYMENT', payUrl: data.payUrl } };
}

http
  .createServer((request, response) => {
    textOf(request)
      .then(checkout)
      .then(
        ({ status, answer }) => {
          response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
        },
        () => response.writeHead(500).end(),
      );
  })
  .listen(Number(PORT), '127.0.0.1', () => process.stdout.write('listening\n'));
