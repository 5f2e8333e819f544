import { createHash, createHmac } from 'node:crypto';
import { expect, it } from 'vitest';
import { rightSignatures } from './support/callback-signatures.js';
import { startMerchant } from './support/merchant.js';
import type { Delivery } from './support/shop.js';
import { startShop } from './support/shop.js';

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
