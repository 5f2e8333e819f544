import { describe, expect, it } from 'vitest';
import { checkoutBody, expectProblem, until } from '../support/service.js';
import { useWorld } from '../support/service-world.js';

const EVM = '0x52908400098527886E0F7030069857D2E4169EE7';
const TRON = { network: 'TRX', address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' };
const TON = { crypto: 'TON', network: 'TON', address: 'UQDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff-W72r5gqPuwA' };
const TON_RAW = '0:ca6e321c7cce9ecedf0a8ca2492ec8592494aa5fb5ce0387dff96ef6af982a3e';

const world = useWorld({ RECONCILE_INTERVAL_MS: '50', HINT_FLOOR_MS: '50' }, { sandbox: { SANDBOX_CALLBACKS: 'off' } });

/** The order after a finished record with these fields. */
async function finished(
  wanted: Readonly<Record<string, unknown>>,
  record: Readonly<Record<string, unknown>>,
): Promise<Record<string, unknown>> {
  const { merchantOrderNo } = await world.service.order(checkoutBody(wanted));
  await world.sandbox.force(merchantOrderNo, 'FINISHED', record, false);
  return until(`${merchantOrderNo} is seen`, async () => {
    const order = await world.service.read(merchantOrderNo);
    return order['status'] === 'COMPLETED' || order['inReview'] ? order : null;
  });
}

const differing = async (number: unknown): Promise<unknown[]> =>
  (await world.rows.mismatches(String(number)))
    .filter(({ resolved_at }) => resolved_at === null)
    .map(({ field }) => field);

describe('a finished record', () => {
  it.each<[string, Readonly<Record<string, unknown>>, Readonly<Record<string, unknown>>]>([
    ['another name of the network', {}, { network: 'ERC20' }],
    ['the long name of the network', {}, { network: 'Ethereum' }],
    ['an EVM address in small letters', {}, { address: EVM.toLowerCase() }],
    ['an EVM address without 0x', {}, { address: EVM.slice(2) }],
    ['a Tron address as digits', TRON, { network: 'TRC20', address: '41a614f803b6fd780986a42c78ec9c7f77e6ded13c' }],
    ['a raw TON account', TON, { address: TON_RAW }],
    ['the United Kingdom as UK', { country: 'GB' }, { alpha2: 'uk' }],
    ['no time of the transfer, written as 0', {}, { txTime: '0' }],
    ['no time of the transfer, as zero of the epoch', {}, { txTime: '1970-01-01 00:00:00' }],
    ['no time of the transfer, as the number 0', {}, { txTime: 0 }],
    ['no fee, in words', {}, { networkFee: 'N/A', rebateFiatAmount: '-', cryptoNetworkFee: 'null' }],
  ])('with %s is the order that was asked for', async (_, wanted, record) => {
    const order = await finished(wanted, record);
    expect([order['status'], order['inReview'], await differing(order['merchantOrderNo'])]).toEqual([
      'COMPLETED',
      false,
      [],
    ]);
  });

  it.each<[string, Readonly<Record<string, unknown>>, Readonly<Record<string, unknown>>, string]>([
    ['another network', {}, { network: 'BEP20' }, 'network'],
    ['a Tron address in another letter case', TRON, { address: TRON.address.toLowerCase() }, 'address'],
    ['another country', { country: 'GB' }, { alpha2: 'IE' }, 'country'],
    ['a date that cannot be read', {}, { txTime: 'yesterday' }, 'txTime'],
    ['a fee that cannot be read', {}, { networkFee: '1,23' }, 'networkFee'],
  ])('with %s is in review', async (_, wanted, record, field) => {
    const order = await finished(wanted, record);
    expect([order['inReview'], await differing(order['merchantOrderNo'])]).toEqual([true, [field]]);
  });

  it.each(['0', '0.00', '-1', 0, '0E-8'])(
    'that delivers %s is in review until a later one says how much was delivered',
    async (cryptoQuantity) => {
      const order = await finished({}, { cryptoQuantity });
      const number = String(order['merchantOrderNo']);
      expect([order['inReview'], await differing(number)]).toEqual([true, ['cryptoQuantity']]);
      await world.sandbox.force(number, 'FINISHED', { cryptoQuantity: '95.5' }, false);
      const after = await until(`${number} is out of review`, async () => {
        const seen = await world.service.read(number);
        return seen['inReview'] ? null : seen;
      });
      expect(after).toMatchObject({ status: 'COMPLETED', cryptoQuantity: '95.5' });
    },
  );

  it.each(['0', 'null', '-', ' ', '0x0000'])('whose hash is %j has none', async (txHash) => {
    expect(await finished({}, { txHash })).toMatchObject({ status: 'COMPLETED', inReview: false, txHash: null });
  });
});

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
