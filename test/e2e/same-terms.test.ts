import { describe, expect, it } from 'vitest';
import { checkoutBody, expectProblem } from '../support/service.js';
import { useWorld } from '../support/service-world.js';

const EVM = '0x52908400098527886E0F7030069857D2E4169EE7';
const TRON = { network: 'TRX', address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' };
const TON = { crypto: 'TON', network: 'TON', address: 'UQDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff-W72r5gqPuwA' };
const TON_RAW = '0:ca6e321c7cce9ecedf0a8ca2492ec8592494aa5fb5ce0387dff96ef6af982a3e';

const world = useWorld();

describe('at the door', () => {
  it.each([
    ['UK', 'must be GB: UK is not assigned'],
    ['EL', 'must be GR: EL is not assigned'],
    ['XX', 'must be a code of ISO 3166-1, such as DE: XX is not assigned'],
    ['ZZ', 'must be a code of ISO 3166-1, such as DE: ZZ is not assigned'],
    ['de', 'must be two upper-case letters, such as DE'],
  ])('the country %s is refused with what to write', async (country, message) => {
    const problem = expectProblem(await world.service.checkout(checkoutBody({ country })), 400, 'invalid_request');
    expect(problem['errors']).toEqual([{ field: 'country', message }]);
  });

  it('a pair is found under another name of its network, and ordered under the name in the list', async () => {
    const order = await world.service.order(checkoutBody({ network: 'ERC20', crypto: 'usdt' }));
    expect(order).toMatchObject({ network: 'ETH', crypto: 'USDT' });
    const [create] = await world.sandbox.creates(order.merchantOrderNo);
    expect(create!.body).toMatchObject({ network: 'ETH' });
    expect(JSON.stringify(create!.body)).not.toContain('usdt');
  });

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

  it.each([
    ['a character of writing direction', {}, `\u202a${EVM}\u202c`, EVM],
    [
      'a soft hyphen, a no-break space, a byte order mark',
      {},
      `\ufeff${EVM.slice(0, 9)}\u00ad${EVM.slice(9)}\u00a0`,
      EVM,
    ],
    ['a payment link', {}, `ethereum:${EVM}@1?value=1e18`, EVM],
    ['a link of Tron', TRON, `tron:${TRON.address}?amount=1`, TRON.address],
    ['a link of TON', TON, `ton://transfer/${TON.address}?amount=1`, TON.address],
  ])('an address with %s is ordered as the plain one', async (_, wanted, address, plain) => {
    const order = await world.service.order(checkoutBody({ ...wanted, address }));
    const [create] = await world.sandbox.creates(order.merchantOrderNo);
    expect([order['address'], create!.body!['address']]).toEqual([plain, plain]);
  });

  it.each([
    ['zero', {}, '0x0000000000000000000000000000000000000000', 'Nobody owns this address'],
    ['dead', {}, '0x000000000000000000000000000000000000dEaD', 'Nobody owns this address'],
    ['zero on Tron', TRON, 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb', 'Nobody owns this address'],
    ['a link for another network', TRON, `ethereum:${EVM}`, 'The address is a payment link'],
    ['a link for another chain', {}, `ethereum:${EVM}@56`, 'The address is a payment link'],
    ['a link with a memo', TON, `ton://transfer/${TON.address}?text=4711`, 'The address is a payment link'],
  ])('%s is refused, with what to do', async (_, wanted, address, detail) => {
    const problem = expectProblem(
      await world.service.checkout(checkoutBody({ ...wanted, address })),
      422,
      'address_invalid',
    );
    expect(problem['detail']).toContain(detail);
  });
});
