import { describe, expect, it } from 'vitest';
import { startMerchant } from './support/merchant.js';
import type { Merchant } from './support/merchant.js';
import { startShop } from './support/shop.js';

async function merchantThat(behaviour: Record<string, unknown>): Promise<Merchant> {
  const merchant = await startMerchant();
  const { status, body } = await merchant.control('POST', '/behaviour', behaviour);
  expect([status, body]).toEqual([200, expect.objectContaining(behaviour)]);
  return merchant;
}

describe('query of an unknown order', () => {
  it.each([
    ['null-data', '0000', 'SUCCESS', null],
    ['empty-object', '0000', 'SUCCESS', {}],
    ['refusal', '1006', 'Order does not exist', null],
    ['refusal-with-number', '1006', 'Order nobody does not exist', null],
  ])('%s', async (unknownOrder, returnCode, returnMsg, data) => {
    const merchant = await merchantThat({ unknownOrder });
    for (const named of [{ merchantOrderNo: 'nobody' }, { orderNo: 'nobody' }]) {
      const answer = await merchant.query(named);
      expect(answer).toMatchObject({ status: 200, returnCode, returnMsg });
      expect(answer.data).toEqual(data);
      expect(answer.envelope['success']).toBe(returnCode === '0000');
    }
  });

  it('not-found-404: a web page', async () => {
    const merchant = await merchantThat({ unknownOrder: 'not-found-404' });
    const answer = await merchant.query({ merchantOrderNo: 'nobody' });
    expect(answer.status).toBe(404);
    expect(answer.headers.get('content-type')).toContain('text/html');
    expect(answer.text).toMatch(/^<html>.*404 Not Found/);
    expect((await merchant.ledger())[0]).toMatchObject({
      acted: false,
      outcome: 'answered',
      httpStatus: 404,
      returnCode: null,
      orderNo: null,
    });
  });
});

describe('vanished order', () => {
  const isFound = async (merchant: Merchant, named: Record<string, string>): Promise<boolean> =>
    (await merchant.query(named)).data !== null;

  it('is unknown to queries by either number, until it is restored', async () => {
    const merchant = await startMerchant();
    const { orderNo } = (await merchant.create()).data as { orderNo: string };
    await merchant.create({ merchantOrderNo: 'B' });
    const { body } = await merchant.control('POST', '/orders/A-1001/vanish');
    expect(body).toMatchObject({ orders: [{ orderNo, vanished: true }] });
    expect(await isFound(merchant, { merchantOrderNo: 'A-1001' })).toBe(false);
    expect(await isFound(merchant, { orderNo })).toBe(false);
    expect(await isFound(merchant, { merchantOrderNo: 'B' })).toBe(true);
    expect((await merchant.ledger('?endpoint=query'))[0]).toMatchObject({ orderNo: null, merchantOrderNo: 'A-1001' });
    expect((await merchant.orders()).map(({ vanished }) => vanished)).toEqual([true, false]);

    await merchant.control('POST', '/orders/A-1001/unvanish');
    expect(await isFound(merchant, { orderNo })).toBe(true);
  });

  it('answers as unknown, but can be paid and is announced', async () => {
    const merchant = await merchantThat({ unknownOrder: 'refusal-with-number' });
    const shop = await startShop();
    await merchant.create({ callbackUrl: shop.url });
    await merchant.control('POST', '/orders/A-1001/vanish');
    expect((await merchant.query({ merchantOrderNo: 'A-1001' })).returnMsg).toBe('Order A-1001 does not exist');
    await merchant.control('POST', '/orders/A-1001/pay');
    expect((await shop.received(1))[0]?.body).toMatchObject({ status: 'PAY_SUCCESS' });
  });
});
