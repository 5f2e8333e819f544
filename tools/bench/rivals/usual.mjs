// A typical service written by hand: Express, axios, pg.
import axios from 'axios';
import express from 'express';
import http from 'node:http';
import pg from 'pg';
import { FIND, LIST, orderOf, RECORD, RESERVE, signed, STORE_CALLBACK } from './contract.mjs';

const { DATABASE_URL, PROVIDER_URL = '', PORT = '0' } = process.env;
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 10 });
const provider = axios.create({ baseURL: PROVIDER_URL, httpAgent: new http.Agent({ keepAlive: true }) });

const app = express();
app.use('/callbacks', express.text({ type: () => true }));
app.use(express.json());
app.post('/v1/checkouts', async (request, response) => {
  const { merchantOrderNo } = request.body;
  const reserved = await pool.query(RESERVE, [merchantOrderNo, JSON.stringify(request.body)]);
  if (reserved.rowCount === 0) {
    const { rows } = await pool.query(FIND, [merchantOrderNo]);
    response.json(orderOf(rows[0]));
    return;
  }
  const { headers, path } = signed('/trade/create', 'secret');
  const { data } = await provider.post(path, request.body, { headers });
  await pool.query(RECORD, [merchantOrderNo, data.data.orderNo, data.data.payUrl]);
  response.status(201).json(orderOf({ number: merchantOrderNo, pay_url: data.data.payUrl }));
});
app.get('/v1/orders/:number', async (request, response) => {
  const { rows } = await pool.query(FIND, [request.params.number]);
  response.json(orderOf(rows[0]));
});
app.get('/v1/cryptos', (_request, response) => {
  response.json(LIST);
});
app.post('/v1/quotes', async (request, response) => {
  const { headers, path } = signed('/order/quote', 'secret');
  const { data } = await provider.post(path, request.body, { headers });
  response.json({ items: [data.data] });
});
app.post('/callbacks/:token', async (request, response) => {
  await pool.query(STORE_CALLBACK, [request.body]);
  response.send('SUCCESS');
});
app.listen(Number(PORT), '127.0.0.1', () => process.stdout.write('listening\n'));
