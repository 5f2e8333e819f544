import { describe, expect, it } from 'vitest';
import { checkoutBody, expectProblem } from '../support/service.js';
import { useWorld } from '../support/service-world.js';

const TON = { crypto: 'TON', network: 'TON', address: 'UQDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff-W72r5gqPuwA' };
const TON_RAW = '0:ca6e321c7cce9ecedf0a8ca2492ec8592494aa5fb5ce0387dff96ef6af982a3e';

const world = useWorld();

describe('at the door', () => {
  it('a repeat in other spellings is the same order', async () => {
    const first = await world.service.order(checkoutBody({ ...TON, memo: null }));
    const again = checkoutBody({
      ...TON,
      merchantOrderNo: first.merchantOrderNo,
      network: 'Toncoin',
      address: TON_RAW,
    });
    expect(await world.service.checkout(again)).toMatchObject({ status: 200 });
    const other = { ...again, address: TON_RAW.replace('0:c', '0:d') };
    expectProblem(await world.service.checkout(other), 409, 'merchant_order_no_conflict');
  });

  it('an order is found under another spelling of its address', async () => {
    const { merchantOrderNo } = await world.service.order(checkoutBody({ ...TON, memo: null }));
    for (const text of [TON_RAW, TON.address.replace('-', '+')]) {
      const found = await world.service.get(`/v1/orders?text=${encodeURIComponent(text)}`);
      expect(JSON.stringify(found.body)).toContain(merchantOrderNo);
    }
  });
});
