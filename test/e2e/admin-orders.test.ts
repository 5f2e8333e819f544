import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { pressButton } from '../support/sandbox-client.js';
import { callbackToken } from '../support/service-history.js';
import { checkoutBody, expectProblem, newNumber, orderOf, until, wrongFields } from '../support/service.js';
import type { Answer } from '../support/service.js';
import { useWorld } from '../support/service-world.js';

const ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7';
const ELSEWHERE = '0x8617E340B3D01FA5F11F306F4090FD50E238070D';
const BNB = { crypto: 'BNB', network: 'BNB', address: 'bnb1grpf0955h0ykzq3ar5nmum7y6gdfl6lxfn46h2', memo: '104729' };
/** The schedule alone would wait an hour. */
const HINTS_ONLY = { RECONCILE_FIRST_DELAY_MS: '3600000', PUBLIC_URL: '' };
const REASON = { reason: 'The customer asks where it went' };

const world = useWorld(HINTS_ONLY, { document: true });

type Row = Readonly<Record<string, unknown>>;
const path = (number: string, act = ''): string => `/v1/admin/orders/${number}${act === '' ? '' : `/${act}`}`;
const list = (query: string, service = world.service): Promise<Answer> => service.get(`/v1/admin/orders?${query}`);
const itemsOf = ({ body }: Answer): readonly Row[] => body['items'] as Row[];
const numbersOf = (answer: Answer): unknown[] => itemsOf(answer).map(({ merchantOrderNo }) => merchantOrderNo);
const rowsIn = (row: Row, name: string): readonly Row[] => row[name] as Row[];

async function detail(number: string): Promise<Row> {
  const answer = await world.service.get(path(number));
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
}

async function audited(number: string, rows = world.rows): Promise<readonly Row[]> {
  return rows.query('SELECT actor_id, action, target, reason FROM audit_log WHERE target = $1 ORDER BY id', [number]);
}

describe('GET /v1/admin/orders/:merchantOrderNo', () => {
  it('an order through its life: state, raw record, and the whole history', async () => {
    const { service, sandbox, rows } = world;
    const order = await service.order(
      checkoutBody({ ...BNB, customer: { id: 'customer-of-the-shop-7', email: 'jane.doe@example.com' } }),
    );
    const number = order.merchantOrderNo;
    const fresh = await detail(number);
    expect(fresh).toMatchObject({
      merchantOrderNo: number,
      status: 'AWAITING_PAYMENT',
      callerKind: 'everybody',
      address: 'bnb1gr…46h2',
      memo: '[masked]',
      customerId: 'custom…op-7',
      tradeCount: 1,
      openMismatches: 0,
      historyIntact: true,
      historyFaults: [],
      mismatches: [],
      keyNames: {},
      trades: [{ tradeNo: number, outcome: 'created', sends: 1, hasPayUrl: true, lastSeen: null }],
    });
    await pressButton(order.payUrl, 'pay');
    await until('paid', async () => (await service.read(number)).status === 'COMPLETED');
    const done = await detail(number);
    const [trade] = rowsIn(done, 'trades');
    const { record } = await sandbox.order(number);
    const rampCreatedAt = String(record['createTime']).replace(/^(\d{4})(\d\d)(\d\d) (.*)$/, '$1-$2-$3T$4.000Z');
    expect(await service.read(number)).toMatchObject({ rampCreatedAt, paidAmount: '100.00' });
    expect(trade).toMatchObject({
      rampCreatedAt,
      rampStatus: 'FINISHED',
      txHash: record['txHash'],
      explorerUrl: null,
      cryptoQuantity: record['cryptoQuantity'],
    });
    expect(trade!['lastSeen']).toMatchObject({
      data: { status: 'FINISHED', orderNo: record['orderNo'], address: 'bnb1gr…46h2' },
    });
    const stored = await rows.events(number);
    const history = rowsIn(done, 'history');
    expect(history.slice(0, stored.length).map(({ seq, kind }) => [seq, kind])).toEqual(
      stored.map(({ seq, kind }) => [seq, kind]),
    );
    expect(done['historyIntact']).toBe(true);
    for (const body of [fresh, done, itemsOf(await list(`text=${number}`))[0]!]) {
      const text = JSON.stringify(body);
      for (const secret of [
        BNB.address,
        BNB.memo,
        'jane.doe',
        'customer-of-the-shop-7',
        order.payUrl,
        String(order.clientSecret),
        'planted',
      ]) {
        expect(text.includes(secret), secret).toBe(false);
      }
    }
  });

  it('a sale: its payee masked', async () => {
    const { service, sandbox } = world;
    const number = newNumber();
    await sandbox.control('POST', '/sell-orders', { merchantOrderNo: number, email: 'jane@example.com' });
    await service.post('/v1/sell-orders', { merchantOrderNo: number });
    await until('found', async () => (await service.read(number)).status === 'AWAITING_CRYPTO');
    const body = await detail(number);
    expect(body).toMatchObject({
      side: 'SELL',
      trades: [
        { payoutAddress: '0x5290…9EE7', payee: { name: 'S*** P***', account: '[masked]', email: 'j***@example.com' } },
      ],
    });
    for (const spelling of [ADDRESS.toLowerCase(), ADDRESS.slice(2)]) {
      expect(numbersOf(await list(`text=${spelling}&side=SELL`))).toContain(number);
    }
    const revealed = await service.post(path(number, 'reveal'), REASON);
    expect(revealed.body).toMatchObject({ payoutAddress: ADDRESS, payee: { email: 'jane@example.com' } });
  });

  it('304 while nothing has changed, without an audit entry; 200 after a change of any kind', async () => {
    // Without a worker nothing changes by itself.
    const { service, rows } = await world.another({ ...HINTS_ONLY, ROLES: 'api' });
    const { merchantOrderNo: number } = await service.order(checkoutBody({ customer: { email: 'jane@example.com' } }));
    const get = (tag: string): Promise<Answer> =>
      // Browsers add the second header to each conditional fetch of a script.
      service.request('GET', path(number), { headers: { 'if-none-match': tag, 'cache-control': 'no-cache' } });
    const reads = async (): Promise<number> =>
      (await audited(number, rows)).filter(({ action }) => action === 'order.read').length;
    const patch = (metadata: Row): Promise<Answer> =>
      service.request('PATCH', `/v1/orders/${number}`, {
        body: JSON.stringify({ metadata }),
        headers: { 'content-type': 'application/json' },
      });
    const changes: Readonly<Record<string, () => Promise<unknown>>> = {
      metadata: () => patch({ cart: '1' }),
      callback: () => service.post(`/callbacks/ramp/${callbackToken(number)}`, { status: 'FINISHED' }),
      'the same callback again': () => service.post(`/callbacks/ramp/${callbackToken(number)}`, { status: 'FINISHED' }),
      payment: async () => {
        await world.sandbox.force(number, 'PAY_SUCCESS', { address: ELSEWHERE }, false);
        await service.post(path(number, 'ask'), REASON);
      },
      'an answer without news': () => service.post(path(number, 'ask'), REASON),
      'a note': () => service.post(path(number, 'notes'), { text: 'The customer called.' }),
      'client secret': () => service.post(path(number, 'revoke-secret'), REASON),
      'lost commits': () => rows.query('UPDATE database_epoch SET epoch = gen_random_uuid()'),
    };
    for (const [what, change] of Object.entries(changes)) {
      const tag = (await service.get(path(number))).headers.get('etag')!;
      const before = await reads();
      for (const known of [tag, tag.slice(2), `"other", ${tag}`]) {
        const same = await get(known);
        expect([same.status, same.text, same.headers.get('etag')], what).toEqual([304, '', tag]);
      }
      expect(await reads(), what).toBe(before);
      await change();
      const changed = await get(tag);
      expect(changed.status, what).toBe(200);
      expect(changed.headers.get('etag'), what).not.toBe(tag);
      expect(await reads(), what).toBe(before + 1);
    }
  });
});

describe('GET /v1/admin/orders', () => {
  it('finds by e-mail in any letter case and by metadata; the audit log holds digests of both', async () => {
    const { service, rows } = world;
    const email = `Bob.${randomUUID()}@Planted.example`;
    const metadata = { ticket: randomUUID(), 'e-mail': email };
    const { merchantOrderNo: number } = await service.order(checkoutBody({ customer: { email }, metadata }));
    await service.order(checkoutBody({ customer: { email: `x${email}` }, metadata: { ticket: 'another' } }));
    const noted = `metadata[ticket]=${metadata.ticket}`;
    for (const query of [
      `text=${encodeURIComponent(email)}`,
      `text=${encodeURIComponent(` ${email.toUpperCase()} `)}`,
      noted,
      `${noted}&metadata[e-mail]=${encodeURIComponent(email)}&side=BUY`,
      `${noted}&text=${email.toLowerCase()}`,
    ]) {
      const found = await list(query);
      expect(numbersOf(found), query).toEqual([number]);
      expect(found.text).not.toMatch(/planted/i);
      expect(found.body['items']).toMatchObject([{ customerEmail: 'B***@P***' }]);
    }
    for (const query of [`text=${email.slice(1)}`, `${noted}x`, `${noted}&text=${number}x`])
      expect(numbersOf(await list(query)), query).toEqual([]);
    const searches = await rows.query<{ detail: Row }>(
      `SELECT detail FROM audit_log WHERE action = 'order.search' ORDER BY id DESC LIMIT 8`,
    );
    expect(searches).toHaveLength(8);
    expect(JSON.stringify(searches)).not.toMatch(new RegExp(`planted|${metadata.ticket}`, 'i'));
    const [, , , both, twoNames] = searches;
    const sealed = expect.stringMatching(/^#.+:.{16}$/) as string;
    expect(both!.detail).toEqual({ text: sealed, metadata: [sealed], found: 1 });
    expect(twoNames!.detail).toEqual({ metadata: [sealed, sealed], found: 1 });
  });

  it.each([
    ['metadata', 'metadata=x'],
    ['metadata', 'metadata[a]='],
    ['status', 'status=PAY_SUCCESS'],
    ['status', 'status='],
    ['side', 'side=SWAP'],
    ['inReview', 'inReview=yes'],
    ['from', 'from=yesterday'],
    ['to', 'to=2026-02-30'],
    ['to', 'from=2026-01-02&to=2026-01-01'],
    ['text', 'text='],
    ['text', `text=${'x'.repeat(1025)}`],
    ['limit', 'limit=0'],
    ['limit', 'limit=201'],
    ['limit', 'limit=1.5'],
    ['cursor', 'cursor=abc'],
    [
      'cursor',
      `cursor=${Buffer.from(JSON.stringify(['2026-01-01T00:00:00.000000Z', `' OR 1=1`])).toString('base64url')}`,
    ],
    ['cursor', 'order=updated&cursor=WyIyMDI2LTAxLTMxVDEyOjAwOjAwLjEyMzQ1NloiLCJBLTEwMDEiXQ'],
    ['order', 'order=oldest'],
    ['updatedFrom', 'updatedFrom=yesterday'],
    ['overdue', 'overdue=false'],
    ['country', 'country=us'],
    ['country', 'country=UK'],
    ['payWayCode', 'payWayCode='],
    ['crypto', 'crypto=BTC&crypto=ETH'],
    ['network', `network=${'x'.repeat(65)}`],
    ['fiat', 'fiat=USD'],
    ['what', 'what=ever'],
  ])('a wrong %s is named: %s', async (name, query) => {
    expect(wrongFields(await list(query))).toEqual([name]);
  });
});

describe('POST …/reveal', () => {
  it("audits actor and reason, and returns the order's personal data", async () => {
    const { service, rows } = world;
    const { merchantOrderNo: number } = await service.order(checkoutBody({ ...BNB, customer: { id: 'customer-9' } }));
    const said = JSON.stringify({ orderNo: 'P', status: 'FINISHED', address: BNB.address });
    await service.request('POST', `/callbacks/ramp/${callbackToken(number)}?a=b`, {
      body: said,
      headers: { 'content-type': 'application/json' },
    });
    await service.request('POST', `/callbacks/ramp/${callbackToken(number)}`, {
      body: new Uint8Array([0xff, 0xfe, 0]),
    });
    const answer = await service.post(path(number, 'reveal'), { reason: '  The customer asks where it went ' });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body).toMatchObject({
      merchantOrderNo: number,
      address: BNB.address,
      memo: BNB.memo,
      customerId: 'customer-9',
      customerEmail: null,
      unreadable: [],
    });
    const callbacks = rowsIn(answer.body, 'callbacks');
    expect(callbacks).toHaveLength(2);
    expect(callbacks.find(({ body }) => body === said)).toMatchObject({
      method: 'POST',
      query: 'a=b',
      headers: { 'content-type': 'application/json' },
      bodyBase64: null,
    });
    expect(callbacks.find(({ body }) => body === null)).toMatchObject({ bodyBase64: '//4A' });
    expect(await audited(number)).toEqual([
      { actor_id: 'everybody', action: 'order.reveal', target: number, reason: REASON.reason },
    ]);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect((await detail(number))['callbacks']).toMatchObject([{ method: 'POST', times: 1 }, { times: 1 }]);
    await until('seen', async () => (await rows.trades(number))[0]!.ramp_status === 'PENDING');
    const again = await service.post(path(number, 'reveal'), REASON);
    expect(again.body).toMatchObject({ trades: [{ lastSeen: { data: { address: BNB.address } } }] });
  });

  it.each([
    [{}],
    [{ reason: '  a ' }],
    [{ reason: 'x'.repeat(501) }],
    [{ reason: 7 }],
    [{ reason: 'asked for\nadmin: resolved' }],
    [{ reason: 'ticket \u202e1174' }],
  ])('refuses an invalid reason: %j', async (body) => {
    const { merchantOrderNo: number } = await world.service.order(checkoutBody());
    for (const act of ['reveal', 'rebuild', 'revoke-secret']) {
      expect(wrongFields(await world.service.post(path(number, act), body))).toEqual(['reason']);
    }
    expect(await audited(number)).toEqual([]);
  });

  it('without the audit log nothing is shown or done but a revocation', async () => {
    const { service, rows, databaseUrl } = await world.another(HINTS_ONLY);
    const { merchantOrderNo: number } = await service.order(checkoutBody());
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    onTestFinished(() => client.end());
    await client.query('ALTER TABLE audit_log RENAME TO away');
    for (const act of ['reveal', 'ask']) {
      const answer = await service.post(path(number, act), REASON);
      expectProblem(answer, 500, 'internal');
      expect(answer.text).not.toContain(ADDRESS);
    }
    expect((await service.post(path(number, 'revoke-secret'), REASON)).status).toBe(200);
    const salt = 'SELECT secret_salt FROM orders WHERE merchant_order_no = $1';
    expect(await rows.query(salt, [number])).toEqual([{ secret_salt: null }]);
    await client.query('ALTER TABLE away RENAME TO audit_log');
    expect((await service.post(path(number, 'reveal'), REASON)).body['address']).toBe(ADDRESS);
  });
});

describe('POST …/ask', () => {
  it("queries at once, and returns the provider's answer", async () => {
    const { service, sandbox, rows } = world;
    const { merchantOrderNo: number } = await service.order(checkoutBody());
    await sandbox.force(number, 'PAY_SUCCESS', {}, false);
    const mark = await sandbox.mark();
    const answer = await service.post(path(number, 'ask'), REASON);
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body).toMatchObject({
      asked: true,
      answered: true,
      order: { merchantOrderNo: number, status: 'PAID', historyIntact: true },
    });
    expect(answer.headers.get('retry-after')).toBeNull();
    expect((await sandbox.queries(number, mark)).length).toBe(1);
    const seen = (await rows.events(number)).find(({ kind }) => kind === 'seen');
    expect(seen!.cause).toMatchObject({ kind: 'staff', by: 'everybody' });
    expect(await audited(number)).toEqual([
      { actor_id: 'everybody', action: 'order.ask', target: number, reason: REASON.reason },
    ]);
    expect((await service.request('POST', path(number, 'ask'))).status).toBe(200);
  });
});

describe('POST …/revoke-secret', () => {
  it('ends a guest\u2019s secret on all replicas, for good: no repeat of the checkout gives another, or the order', async () => {
    const { service: staff, rows, replica } = await world.another(HINTS_ONLY);
    const shop = await replica({ ...HINTS_ONLY, AUTH: 'required', AUTH_GUESTS: 'true' });
    onTestFinished(() => shop.stop());
    const key = { 'idempotency-key': randomUUID() };
    const body = checkoutBody({ merchantOrderNo: undefined });
    const made = await shop.checkout(body, key);
    expect(made.status, made.text).toBe(201);
    const { merchantOrderNo: number, clientSecret: first } = orderOf(made);
    const read = (secret: unknown): Promise<Answer> =>
      shop.request('GET', `/v1/orders/${number}`, { headers: { 'x-client-secret': String(secret) } });
    expect((await read(first)).status).toBe(200);

    const answer = await staff.post(path(number, 'revoke-secret'), REASON);
    expect([answer.status, answer.body]).toEqual([200, { merchantOrderNo: number }]);
    expectProblem(await read(first), 404, 'not_found');
    // Nor does the checkout's key work where its secret does not.
    for (const secret of [String(first), 'anything', '']) {
      const headers = { ...key, 'x-client-secret': secret, 'content-type': 'application/json' };
      expectProblem(await shop.request('GET', `/v1/orders/${number}`, { headers }), 404, 'not_found');
      expectProblem(
        await shop.request('POST', `/v1/orders/${number}/retry`, { headers, body: '{}' }),
        404,
        'not_found',
      );
    }
    expect(await audited(number, rows)).toMatchObject([{ action: 'order.revoke_secret', reason: REASON.reason }]);

    // A thief of the secret may have the checkout's body too.
    expectProblem(await shop.checkout(body, key), 409, 'merchant_order_no_conflict');
    expectProblem(await read(first), 404, 'not_found');
    expect((await staff.get(path(number))).body).toMatchObject({ callerKind: 'guest', historyIntact: true });
  });
});
