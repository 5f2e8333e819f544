import { request } from 'node:http';
import { expect, it } from 'vitest';
import { ORDER, startMerchant } from './support/merchant.js';

it('the ledger has every call with its answer in order, without secrets', async () => {
  const merchant = await startMerchant();
  await merchant.list({ fiat: 'EUR' });
  const created = (await merchant.create({}, { rawBody: JSON.stringify(ORDER, null, 1) })).data as { orderNo: string };
  await merchant.query({ orderNo: created.orderNo });
  await merchant.create({ amount: '1.00' });
  await merchant.send('GET', '/open/api/nothing', {});

  const entries = await merchant.ledger();
  expect(entries.map(({ seq, endpoint, returnCode }) => [seq, endpoint, returnCode])).toEqual([
    [1, 'list', '0000'],
    [2, 'create', '0000'],
    [3, 'query', '0000'],
    [4, 'create', '3102'],
    [5, 'unknown', '3107'],
  ]);
  expect(entries[0]).toMatchObject({ method: 'GET', query: { fiat: 'EUR' }, rawBody: '', body: null, orderNo: null });
  expect(entries[1]).toMatchObject({
    kind: 'call',
    method: 'POST',
    path: '/open/api/v3/merchant/trade/create',
    merchantOrderNo: 'A-1001',
    orderNo: created.orderNo,
    body: ORDER,
    rawBody: JSON.stringify(ORDER, null, 1),
    fault: null,
    acted: true,
    outcome: 'answered',
    httpStatus: 200,
    returnMsg: 'SUCCESS',
    headers: {
      appid: 'sandbox-app',
      timestamp: expect.stringMatching(/^\d{13}$/) as string,
      sign: '[hidden]',
      'access-token': '[hidden]',
    },
  });
  expect(entries[3]).toMatchObject({ acted: false, orderNo: null });
  expect(JSON.stringify(entries)).not.toMatch(/sandbox-(token|secret)/);

  const ofOrder = await merchant.ledger('?merchantOrderNo=A-1001');
  expect(ofOrder.map(({ seq }) => seq)).toEqual([2, 3, 4]);
  expect((await merchant.ledger('?since=3')).map(({ seq }) => seq)).toEqual([4, 5]);
});

it("forces any status and field, and ends the order's automatic moves", async () => {
  const merchant = await startMerchant();
  await merchant.create();
  await merchant.control('POST', '/orders/A-1001/pay');
  await merchant.control('POST', '/orders/A-1001/status', {
    status: 'RISK_CONTROL',
    fields: { amount: 99.5, extra: null },
  });
  // Past every scheduled move.
  await merchant.control('POST', '/clock', { offsetMs: 86_400_000, stamps: 'machine' });
  const { data } = await merchant.query({ merchantOrderNo: 'A-1001' });
  expect(data).toMatchObject({ status: 'RISK_CONTROL', amount: 99.5, extra: null });
  const [order] = await merchant.orders('A-1001');
  expect(order?.history.map(({ status, cause }) => [status, cause])).toEqual([
    ['PENDING', 'created'],
    ['PAY_SUCCESS', 'person'],
    ['RISK_CONTROL', 'forced'],
  ]);
});

it('acts as the person on the pay page, on the newest order of a number or on one of the provider’s', async () => {
  const merchant = await startMerchant();
  const first = (await merchant.create()).data as { orderNo: string };
  await merchant.create();
  expect((await merchant.control('POST', '/orders/A-1001/cancel')).body).toMatchObject({ status: 'CANCEL' });
  expect((await merchant.orders()).map(({ status }) => status)).toEqual(['PENDING', 'CANCEL']);
  expect((await merchant.control('POST', `/orders/${first.orderNo}/pay`)).body).toMatchObject({
    status: 'PAY_SUCCESS',
  });
  expect((await merchant.control('POST', '/orders/A-1001/pay')).status).toBe(400);
});

it('reset leaves an empty sandbox with its initial settings', async () => {
  const merchant = await startMerchant();
  await merchant.create();
  await merchant.control('POST', '/clock', { offsetMs: 3_600_000 });
  await merchant.control('POST', '/behaviour', { refusalHttpStatus: 418, unknownOrder: 'refusal' });
  await merchant.control('POST', '/faults', { endpoint: 'any', act: 'hang', times: 0 });
  expect((await merchant.control('POST', '/reset')).status).toBe(200);
  expect(await merchant.orders()).toEqual([]);
  expect(await merchant.ledger()).toEqual([]);
  expect(await merchant.query({ merchantOrderNo: 'A-1001' })).toMatchObject({
    status: 200,
    returnCode: '0000',
    data: null,
  });
  expect((await merchant.list({ fiat: 'XTS' })).status).toBe(200);
});

it.each([
  ['an origin', { origin: 'https://evil.example' }],
  ['its own origin', { origin: 'http://localhost:4010' }],
  ['a host that is not loopback', { host: 'evil.example:4010' }],
])('refuses web pages: a request with %s changes nothing', async (_what, headers) => {
  const merchant = await startMerchant();
  await merchant.create();
  const status = await new Promise((resolve, reject) => {
    request(`${merchant.url}/_control/reset`, { method: 'POST', headers }, (response) => {
      resolve(response.resume().statusCode);
    })
      .on('error', reject)
      .end();
  });
  expect(status).toBe(403);
  expect(await merchant.orders()).toHaveLength(1);
});
