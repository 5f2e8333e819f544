import { createHash, createHmac } from 'node:crypto';
import { expect, it } from 'vitest';
import { rightSignatures } from './support/callback-signatures.js';
import { startMerchant } from './support/merchant.js';
import { startShop } from './support/shop.js';
import type { Delivery } from './support/shop.js';
import { waitFor } from './support/wait-for.js';

const FIELDS = [
  ...['appId', 'orderNo', 'merchantOrderNo', 'email', 'merchantUid', 'crypto', 'network', 'address', 'cryptoPrice'],
  ...['cryptoQuantity', 'fiat', 'amount', 'payType', 'payTime', 'networkFee', 'rampFee', 'txTime', 'txHash', 'status'],
  ...['message', 'signature', 'newSignature'],
];

it('announces PAY_SUCCESS and FINISHED with both signatures, and not TRANSFER', async () => {
  const merchant = await startMerchant({ paceMs: 5, appSecret: 'k3y' });
  const shop = await startShop();
  const { accessToken } = (await merchant.token({ email: 'a@example.com' })).data as { accessToken: string };
  const options = { headers: { 'access-token': accessToken } };
  await merchant.create({ callbackUrl: `${shop.url}/callbacks/t0ken?x=1` }, options);
  await merchant.control('POST', '/orders/A-1001/pay');

  const deliveries = await shop.received(2);
  expect(deliveries.map(({ body }) => body['status'])).toEqual(['PAY_SUCCESS', 'FINISHED']);
  const record = (await merchant.query({ merchantOrderNo: 'A-1001' })).data as Record<string, unknown>;
  for (const delivery of deliveries) {
    expect(delivery).toMatchObject({ method: 'POST', path: '/callbacks/t0ken?x=1' });
    expect(delivery.headers['content-type']).toBe('application/json');
    expect(delivery.headers['timestamp']).toMatch(/^\d{13}$/);
    expect(Object.keys(delivery.body).sort()).toEqual(FIELDS.sort());
    expect(Object.values(delivery.body).every((value) => typeof value === 'string')).toBe(true);
    expect(delivery.body).toMatchObject(rightSignatures(delivery, 'k3y'));
    expect(delivery.body).toMatchObject({
      merchantOrderNo: 'A-1001',
      email: 'a@example.com',
      orderNo: record['orderNo'],
    });
  }
  expect(deliveries[0]?.body).toMatchObject({ txHash: '', txTime: '' });
  expect(deliveries[1]?.body).toMatchObject({ txHash: record['txHash'], amount: '100.00', message: 'SUCCESS' });
});

it('announces PAY_FAIL', async () => {
  const merchant = await startMerchant();
  const shop = await startShop();
  await merchant.create({ callbackUrl: shop.url });
  await merchant.control('POST', '/orders/A-1001/fail');
  const [delivery] = await shop.received(1);
  expect(delivery?.body).toMatchObject({ status: 'PAY_FAIL', message: 'Payment declined', payTime: '' });
  expect(delivery?.body).toMatchObject(rightSignatures(delivery!, 'sandbox-secret'));
});

it.each([
  ['a cancellation', 'cancel', {}],
  ['TRANSFER', 'status', { status: 'TRANSFER' }],
  ['an unknown word', 'status', { status: 'RISK_CONTROL' }],
  ['a forced status without push', 'status', { status: 'FINISHED', push: false }],
])('does not announce %s', async (_what, act, body) => {
  const merchant = await startMerchant();
  const shop = await startShop();
  await merchant.create({ callbackUrl: shop.url });
  expect((await merchant.control('POST', `/orders/A-1001/${act}`, body)).status).toBe(200);
  expect((await merchant.ledger()).filter(({ kind }) => kind === 'callback')).toEqual([]);
});

it('announces a forced status with forced fields and matching signatures', async () => {
  const merchant = await startMerchant();
  const shop = await startShop();
  await merchant.create({ callbackUrl: shop.url });
  const address = '0x0000000000000000000000000000000000000001';
  await merchant.control('POST', '/orders/A-1001/status', { status: 'FINISHED', fields: { address, amount: '1.00' } });
  const [delivery] = await shop.received(1);
  expect(delivery?.body).toMatchObject({ status: 'FINISHED', address, amount: '1.00' });
  expect(delivery?.body).toMatchObject(rightSignatures(delivery!, 'sandbox-secret'));
});

it.each([
  ['off by setting', { callbacks: false }, null],
  ['switched off', {}, { enabled: false }],
])('sends nothing while callbacks are %s, and resumes when switched on', async (_what, settings, control) => {
  const merchant = await startMerchant(settings);
  const shop = await startShop();
  if (control !== null) await merchant.control('POST', '/callbacks', control);
  await merchant.create({ callbackUrl: shop.url });
  await merchant.control('POST', '/orders/A-1001/fail');
  expect((await merchant.ledger()).filter(({ kind }) => kind === 'callback')).toEqual([]);

  expect((await merchant.control('POST', '/callbacks', { enabled: true })).body).toEqual({
    enabled: true,
    retries: [],
  });
  await merchant.control('POST', '/orders/A-1001/pay');
  expect((await shop.received(1)).map(({ body }) => body['status'])).toEqual(['PAY_SUCCESS']);
});

it('sends nothing without a callbackUrl', async () => {
  const merchant = await startMerchant();
  await merchant.create();
  await merchant.control('POST', '/orders/A-1001/pay');
  expect((await merchant.ledger()).map(({ kind }) => kind)).toEqual(['call']);
});

it.each([
  ['a good reply', { status: 200, text: 'success' }, 200, 'success'],
  ['a refusal', { status: 500, text: 'no' }, 500, 'no'],
  ['a redirect, which is not followed', { status: 302, text: '', headers: { location: '/other' } }, 302, ''],
])('sends once and records %s', async (_what, reply, httpStatus, text) => {
  const merchant = await startMerchant();
  const shop = await startShop(reply);
  await merchant.create({ callbackUrl: `${shop.url}/hook` });
  await merchant.control('POST', '/orders/A-1001/fail');
  await waitFor(async () => {
    const entry = (await merchant.ledger()).find(({ kind }) => kind === 'callback');
    expect(entry).toMatchObject({ outcome: 'answered', httpStatus, reply: text, error: null });
    expect(entry).toMatchObject({ url: `${shop.url}/hook`, status: 'PAY_FAIL', body: shop.deliveries[0]?.body });
  });
  expect(shop.deliveries).toHaveLength(1);
});

it('records a failed connection and continues', async () => {
  const merchant = await startMerchant({ paceMs: 1 });
  const shop = await startShop();
  shop.stop();
  await merchant.create({ callbackUrl: shop.url });
  await merchant.control('POST', '/orders/A-1001/pay');
  await waitFor(async () => {
    const callbacks = (await merchant.ledger('?merchantOrderNo=A-1001')).filter(({ kind }) => kind === 'callback');
    expect(callbacks).toMatchObject([
      {
        status: 'PAY_SUCCESS',
        outcome: 'failed',
        httpStatus: null,
        error: expect.stringContaining('ECONNREFUSED') as string,
      },
      { status: 'FINISHED', outcome: 'failed' },
    ]);
  });
});

async function delivered(form: Record<string, unknown>, path = '/hook'): Promise<Delivery> {
  const merchant = await startMerchant({ appSecret: 'k3y' });
  const shop = await startShop();
  const answer = await merchant.control('POST', '/callback-form', form);
  expect(answer).toMatchObject({ status: 200, body: form });
  await merchant.create({ callbackUrl: `${shop.url}${path}` });
  await merchant.control('POST', '/orders/A-1001/fail');
  const [delivery] = await shop.received(1);
  return delivery!;
}

const hmac = (text: string, key = 'k3y') => createHmac('sha256', key).update(text).digest('hex');
const fieldsOf = (text: string) => Object.fromEntries(new URLSearchParams(text));
const queryOf = ({ path }: Delivery) => path.slice(path.indexOf('?') + 1);

it.each([
  ['a form', { form: 'form' }, 'POST', (delivery: Delivery) => delivery.text],
  ['a query', { form: 'query' }, 'POST', queryOf],
  ['a GET', { method: 'GET' }, 'GET', queryOf],
])('%s carries the same fields, signed with its method', async (_what, form, method, textOf) => {
  const delivery = await delivered(form);
  const body = fieldsOf(textOf(delivery));
  expect(delivery.method).toBe(method);
  expect(body).toMatchObject({ merchantOrderNo: 'A-1001', status: 'PAY_FAIL', payTime: '', appId: 'sandbox-app' });
  const isInBody = delivery.text !== '';
  expect(delivery.headers['content-type']).toBe(isInBody ? 'application/x-www-form-urlencoded' : undefined);
  expect(body).toMatchObject(rightSignatures({ ...delivery, body }, 'k3y'));
});

it('callback fields are appended to an existing query', async () => {
  const { path } = await delivered({ form: 'query' }, '/hook?x=1');
  expect(path).toMatch(/^\/hook\?x=1&appId=/);
});

it('makes only the configured signatures', async () => {
  const names = (delivery: Delivery) => [
    ...['signature', 'newSignature'].filter((name) => name in delivery.body),
    ...['signature', 'signature-v2'].filter((name) => name in delivery.headers).map((name) => `header ${name}`),
  ];
  expect(names(await delivered({ signatures: [] }))).toEqual([]);
  expect(names(await delivered({ signatures: ['newSignature'] }))).toEqual(['newSignature']);
  expect(names(await delivered({ signatures: ['signature-twice'] }))).toEqual(['signature']);
  const headers = ['raw-hmac', 'stamped-hmac'];
  expect(names(await delivered({ signatures: headers }))).toEqual(['header signature', 'header signature-v2']);
});

it('the older signature may include the appId twice', async () => {
  const { body } = await delivered({ signatures: ['signature-twice'] });
  const { appId, orderNo, crypto, network, address } = body as Record<string, string>;
  const text = `${appId}k3y${appId}${orderNo}${crypto}${network}${address}`;
  expect(body['signature']).toBe(createHash('sha1').update(text).digest('hex'));
});

it.each([[{ form: 'json' }], [{ form: 'form' }], [{ method: 'GET' }]])(
  'header signatures cover the sent text: %o',
  async (form) => {
    const delivery = await delivered({ ...form, signatures: ['raw-hmac', 'stamped-hmac'] });
    const text = delivery.text === '' ? queryOf(delivery) : delivery.text;
    const stamp = String(delivery.headers['timestamp']);
    expect(delivery.headers['signature']).toBe(hmac(text));
    expect(delivery.headers['signature-v2']).toBe(`t=${stamp},s=${hmac(`${stamp}.${text}`)}`);
  },
);

it('a wrong key makes well-formed wrong signatures', async () => {
  const delivery = await delivered({ key: 'wrong', signatures: ['newSignature', 'signature', 'raw-hmac'] });
  const right = rightSignatures(delivery, 'k3y');
  expect(delivery.body['newSignature']).toMatch(/^[A-Za-z0-9+/]{43}=$/);
  expect(delivery.body['newSignature']).not.toBe(right.newSignature);
  expect(delivery.body['signature']).toMatch(/^[0-9a-f]{40}$/);
  expect(delivery.body['signature']).not.toBe(right.signature);
  expect(delivery.headers['signature']).toMatch(/^[0-9a-f]{64}$/);
  expect(delivery.headers['signature']).not.toBe(hmac(delivery.text));
});

it('a partial change keeps the rest, reset restores the settings, and invalid input changes nothing', async () => {
  const merchant = await startMerchant({ callbackForm: 'form', callbackSignatures: ['signature'] });
  const form = async (change: object) => (await merchant.control('POST', '/callback-form', change)).body;
  const changed = { form: 'form', method: 'GET', signatures: ['signature'], key: 'right' };
  expect(await form({ method: 'GET' })).toEqual(changed);
  for (const wrong of [{ form: 'letter' }, { signatures: ['x'] }, { signatures: 'none' }, { key: 1, form: 'json' }]) {
    expect((await merchant.control('POST', '/callback-form', wrong)).status).toBe(400);
  }
  expect(await form({})).toEqual(changed);
  await merchant.control('POST', '/reset');
  expect(await form({})).toEqual({ ...changed, method: 'POST' });
});

it('the ledger records the fields and their form', async () => {
  const merchant = await startMerchant();
  const shop = await startShop();
  await merchant.control('POST', '/callback-form', { method: 'GET', form: 'query', signatures: ['signature'] });
  await merchant.create({ callbackUrl: `${shop.url}/hook` });
  await merchant.control('POST', '/orders/A-1001/fail');
  const [delivery] = await shop.received(1);
  const [entry] = await merchant.ledger('?kind=callback');
  expect(entry).toMatchObject({ method: 'GET', form: 'query', url: `${shop.url}/hook` });
  expect(entry!['body']).toEqual(fieldsOf(queryOf(delivery!)));
});
