import { describe, expect, it } from 'vitest';
import { PostgresRelay } from '../support/postgres-relay.js';
import { checkoutBody, expectProblem, newCheckout, newNumber, orderOf } from '../support/service.js';
import { useWorld } from '../support/service-world.js';

const world = useWorld();

describe('the same number', () => {
  it('with the same content is the same order, with the same secret, and one create', async () => {
    const { service, sandbox, rows } = world;
    const body = checkoutBody({ customer: { id: 'c-1', email: 'one@planted.example' } });
    const first = await service.checkout(body);
    expect(first.status, first.text).toBe(201);
    const repeats = [
      body,
      Object.fromEntries(Object.entries(body).reverse()),
      { ...body, amount: '100' },
      { ...body, memo: null, redirectUrl: null, merchantName: null },
      // Not content: who the customer's mail goes to, what price was shown, with which token.
      { ...body, customer: { id: 'c-1', email: 'two@planted.example' } },
      { ...body, quote: { cryptoQuantity: '1' } },
      { ...body, accessToken: 'another-token' },
    ];
    for (const repeat of repeats) {
      const again = await service.checkout(repeat);
      expect(again.status, again.text).toBe(200);
      for (const field of ['merchantOrderNo', 'payUrl', 'clientSecret', 'orderNo', 'createdAt']) {
        expect(again.body[field], field).toBe(first.body[field]);
      }
    }
    const number = orderOf(first).merchantOrderNo;
    expect(await sandbox.creates(number)).toHaveLength(1);
    expect(await rows.trades(number)).toHaveLength(1);
  });

  it('is looked up without reading all orders, also by statements planned while there were none', async () => {
    const { service, rows } = await world.another({ ROLES: 'api' });
    const bodies = Array.from({ length: 30 }, () => newCheckout().body);
    for (const body of bodies) {
      await service.checkout(body);
      const { merchantOrderNo } = orderOf(await service.checkout(body));
      await service.get(`/v1/orders/${merchantOrderNo}`);
    }
    // Its connections report what they have read when they end.
    await service.stop();
    const whole = await rows.query(
      'SELECT relname, seq_scan, seq_tup_read FROM pg_stat_user_tables WHERE seq_tup_read > 5 * $1::integer',
      [bodies.length],
    );
    expect(whole).toEqual([]);
  });

  it('with any other content is a conflict, and changes nothing', async () => {
    const { service, sandbox, rows } = world;
    const body = checkoutBody({ redirectUrl: 'https://shop.example/a', customer: { id: 'c-1' } });
    const order = await service.order(body);
    const others = {
      fiat: 'EUR',
      amount: '100.01',
      crypto: 'USDC',
      network: 'BSC',
      address: '0x8617E340B3D01FA5F11F306F4090FD50E238070D',
      memo: '1',
      payWayCode: '10002',
      country: 'DE',
      redirectUrl: 'https://shop.example/b',
      failRedirectUrl: 'https://shop.example/c',
      merchantName: 'Shop',
      customer: { id: 'c-2' },
    };
    for (const [field, value] of Object.entries(others)) {
      const answer = await service.checkout({ ...body, [field]: value });
      const name = field === 'customer' ? 'customer.id' : field;
      expect(expectProblem(answer, 409, 'merchant_order_no_conflict')['errors']).toMatchObject([{ field: name }]);
      expect(answer.text, field).not.toContain(order.payUrl);
    }
    expectProblem(await service.checkout({ ...body, customer: undefined }), 409, 'merchant_order_no_conflict');
    // Letter case of a 0x address does not matter.
    const small = await service.checkout({ ...body, address: String(body['address']).toLowerCase() });
    expect([small.status, small.body['payUrl']], small.text).toEqual([200, order.payUrl]);
    expect(await sandbox.creates(order.merchantOrderNo)).toHaveLength(1);
    expect((await rows.order(order.merchantOrderNo))!.version).toBeLessThanOrEqual(3);
    expect(await service.read(order.merchantOrderNo)).toMatchObject({ fiat: 'USD', amount: '100.00', country: 'US' });
  });

  it('in another letter case is taken', async () => {
    const { service, sandbox } = world;
    const body = checkoutBody({ merchantOrderNo: newNumber().toLowerCase() });
    await service.order(body);
    const upper = { ...body, merchantOrderNo: String(body['merchantOrderNo']).toUpperCase() };
    expectProblem(await service.checkout(upper), 409, 'merchant_order_no_conflict');
    expect(await sandbox.creates(String(body['merchantOrderNo']))).toHaveLength(1);
  });

  it('forty times at once is one create, and those who wait for it cost hardly a statement', async () => {
    const { sandbox, rows } = world;
    const relay = await PostgresRelay.start(world.databaseUrl);
    const service = await world.replica({ ROLES: 'api' }, { databaseUrl: relay.url });
    try {
      const { body, number } = newCheckout();
      // Slow enough that all are waiting before the provider answers.
      await sandbox.fault({ endpoint: 'create', merchantOrderNo: number, act: 'delay', ms: 3000 });
      let statements = 0;
      relay.sees = () => (statements += 1);
      const answers = await Promise.all(Array.from({ length: 40 }, () => service.insist(body)));
      const cost = statements;
      expect(answers.map(({ status }) => status).sort()).toEqual([...Array<number>(39).fill(200), 201]);
      const { payUrl } = await sandbox.order(number);
      expect(new Set(answers.map((answer) => answer.body['payUrl']))).toEqual(new Set([payUrl]));
      expect(new Set(answers.map((answer) => answer.body['clientSecret'])).size).toBe(1);
      expect(await sandbox.creates(number)).toHaveLength(1);
      expect(await rows.trades(number)).toHaveLength(1);
      // Two or three statements to begin each, four if it came before the order existed; then one look a second for
      // all.
      expect(cost).toBeLessThan(200);
    } finally {
      await service.stop();
      await relay.close();
    }
  });
});

describe('without a number', () => {
  it('one is made, each time another', async () => {
    const { service, rows } = world;
    const numbers = [];
    for (let n = 0; n < 2; n++) {
      const order = await service.order(checkoutBody({ merchantOrderNo: undefined }));
      expect(order.merchantOrderNo).toMatch(/^[A-Za-z0-9][A-Za-z0-9._-]{0,43}$/);
      expect(await rows.order(order.merchantOrderNo)).toMatchObject({ status: 'AWAITING_PAYMENT' });
      numbers.push(order.merchantOrderNo);
    }
    expect(numbers[0]).not.toBe(numbers[1]);
  });

  it('an Idempotency-Key makes a repeat the same order, and other content a conflict', async () => {
    const { service, sandbox } = world;
    const body = checkoutBody({ merchantOrderNo: undefined });
    const key = { 'idempotency-key': newNumber() };
    const first = await service.checkout(body, key);
    const again = await service.checkout(body, key);
    expect([first.status, again.status]).toEqual([201, 200]);
    for (const field of ['merchantOrderNo', 'payUrl', 'clientSecret'])
      expect(again.body[field]).toBe(first.body[field]);
    expectProblem(await service.checkout({ ...body, amount: '77.00' }, key), 409, 'merchant_order_no_conflict');
    const other = await service.checkout(body, { 'idempotency-key': newNumber() });
    expect(other.body['merchantOrderNo']).not.toBe(first.body['merchantOrderNo']);
    expect(await sandbox.creates(orderOf(first).merchantOrderNo)).toHaveLength(1);
  });

  it('the header counts for nothing beside a number', async () => {
    const { service } = world;
    const key = { 'idempotency-key': newNumber() };
    const one = await service.checkout(checkoutBody(), key);
    const two = await service.checkout(checkoutBody(), key);
    expect([one.status, two.status]).toEqual([201, 201]);
    expect(one.body['merchantOrderNo']).not.toBe(two.body['merchantOrderNo']);
  });
});

describe('a refused number', () => {
  it('stays usable: a repeat with other content makes the next trade of the same order', async () => {
    const { service, sandbox, rows } = world;
    const { body, number } = newCheckout();
    await sandbox.refuse(number, '3105', 'Invalid Crypto Address');
    const refused = await service.checkout(body);
    expect(expectProblem(refused, 422, 'address_invalid')).toMatchObject({
      merchantOrderNo: number,
      ramp: { returnCode: '3105', returnMsg: 'Invalid Crypto Address' },
    });
    expect(await service.read(number)).toMatchObject({
      status: 'REJECTED',
      final: true,
      retryable: true,
      payUrl: null,
      failure: { code: 'address_invalid' },
    });

    const address = '0x8617E340B3D01FA5F11F306F4090FD50E238070D';
    const answer = await service.checkout({ ...body, address, amount: '60.00' });
    expect(answer.status, answer.text).toBe(201);
    const made = await sandbox.order(`${number}-r2`);
    expect(answer.body).toMatchObject({
      merchantOrderNo: number,
      status: 'AWAITING_PAYMENT',
      payUrl: made.payUrl,
      address,
      amount: '60.00',
      failure: null,
      trades: [
        { tradeNo: number, orderNo: null, status: 'REJECTED', current: false },
        { tradeNo: `${number}-r2`, orderNo: made.orderNo, current: true },
      ],
    });
    const creates = await sandbox.creates(number);
    expect(creates.map((create) => [create.merchantOrderNo, create.body!['address']])).toEqual([
      [number, body['address']],
      [`${number}-r2`, address],
    ]);
    expect(await rows.trades(number)).toMatchObject([
      { outcome: 'refused', status: 'REJECTED', refusal: { returnCode: '3105' } },
      { outcome: 'created', pay_url: made.payUrl },
    ]);
    // The number has content again.
    expectProblem(await service.checkout(body), 409, 'merchant_order_no_conflict');
    expect((await service.checkout({ ...body, address, amount: '60.00' })).status).toBe(200);

    await sandbox.force(`${number}-r2`, 'FINISHED');
    await rows.untilStatus(number, 'COMPLETED');
    expect(await rows.mismatches(number)).toEqual([]);
  });
});

describe('two replicas on one database', () => {
  it('make one create of what both are asked for, and give the same secret, made by neither alone', async () => {
    const { sandbox } = world;
    // No key in the settings: the first one that needs it makes it, for both.
    const one = await world.another({ SERVICE_KEY: '' });
    const two = await one.replica({ SERVICE_KEY: '' });
    const { body, number } = newCheckout();
    await sandbox.fault({ endpoint: 'create', merchantOrderNo: number, act: 'delay', ms: 500 });
    const asked = Array.from({ length: 20 }, (_, n) => (n % 2 === 0 ? one.service : two).insist(body));
    const answers = await Promise.all(asked);
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array<number>(19).fill(200), 201]);
    const { payUrl } = await sandbox.order(number);
    expect(new Set(answers.map((answer) => answer.body['payUrl']))).toEqual(new Set([payUrl]));
    expect(new Set(answers.map((answer) => answer.body['clientSecret'])).size).toBe(1);
    expect(await sandbox.creates(number)).toHaveLength(1);

    // Both poll: each question has one asker, and the change is recorded once.
    await sandbox.force(number, 'FINISHED');
    await one.rows.untilStatus(number, 'COMPLETED');
    expect((await two.read(number)).status).toBe('COMPLETED');
    const completions = (await one.rows.announced(number)).filter((type) => type === 'order.completed');
    expect(completions).toHaveLength(1);
  });
});
