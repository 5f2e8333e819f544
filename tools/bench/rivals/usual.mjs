// A typical service written by hand: Express, axios, pg.
import axios from 'axios';
import express from 'express';
import http from 'node:http';
import pg from 'pg';
import { orderOf, RECORD, RESERVE, signed } from './contract.mjs';

const { DATABASE_URL, PROVIDER_URL = '', PORT = '0' } = process.env;
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 10 });
const provider = axios.create({ baseURL: PROVIDER_URL, httpAgent: new http.Agent({ keepAlive: true }) });

const app = express();
app.use(express.json());
app.post('/v1/checkouts', async (request, response) => {
  const { merchantOrderNo } = request.body;
  const reserved = await pool.query(RESERVE, [merchantOrderNo, JSON.stringify(request.body)]);
  if (reserved.rowCount === 0) throw new Error('the number is taken');
  const { headers, path } = signed('/trade/create', 'secret');
  const { data } = await provider.post(path, request.body, { headers });
  await pool.query(RECORD, [merchantOrderNo, data.data.orderNo, data.data.payUrl]);
  response.status(201).json(orderOf(merchantOrderNo, data.data.payUrl));
});
app.listen(Number(PORT), '127.0.0.1', () => process.stdout.write('listening\n'));
