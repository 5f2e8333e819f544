import { createHmac } from 'node:crypto';
import { expect, it } from 'vitest';
import { rightSignatures } from './support/callback-signatures.js';
import { startMerchant } from './support/merchant.js';
import { startShop } from './support/shop.js';
import type { Delivery } from './support/shop.js';
import { waitFor } from './support/wait-for.js';

const FIELDS = [
  'appId',
  'orderNo',
  'merchantOrderNo',
  'email',
  'merchantUid',
  'crypto',
  'network',
  'address',
  'cryptoPrice',
  'cryptoQuantity',
  'fiat',
  'amount',
  'payType',
  'payTime',
  'networkFee',
  'rampFee',
  'txTime',
  'txHash',
  'status',
  'message',
  'signature',
  'newSignature',
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
