import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FakeServer } from '#tools/fakes/server.mjs';
import { CREDENTIALS } from '../support/sandbox-client.js';
import type { SeenCall } from '../support/sandbox-client.js';
import { checkoutBody, expectProblem, newCheckout, orderOf, until } from '../support/service.js';
import { ISSUED_TOKENS, newCustomer } from '../support/token-endpoint.js';
import { useWorld } from '../support/service-world.js';

const world = useWorld({ ...ISSUED_TOKENS, LOG_LEVEL: 'trace' }, { own: 'process' });

const forgetTokens = (): Promise<unknown> => world.sandbox.control('DELETE', '/tokens');

/** Token requests for this customer since `mark`. */
async function tokenCalls(customer: { readonly email: string }, mark = 0): Promise<SeenCall[]> {
  const calls = await world.sandbox.calls('token', mark);
  return calls.filter(({ body, query }) => body?.['email'] === customer.email || query['email'] === customer.email);
}

const outcomes = (calls: readonly SeenCall[]): unknown[] => calls.map(({ returnCode, acted }) => [returnCode, acted]);

describe('with tokens that the provider issues', () => {
  it('a checkout fetches its customer’s token, then creates the trade', async () => {
    const { service, sandbox, rows } = world;
    const customer = newCustomer();
    const order = await service.order(checkoutBody({ customer }));
    expect(order.payUrl).toBe((await sandbox.order(order.merchantOrderNo)).payUrl);
    expect(await sandbox.order(order.merchantOrderNo)).toMatchObject({ status: 'PENDING' });
    const [token] = await tokenCalls(customer);
    const [create] = await sandbox.creates(order.merchantOrderNo);
    expect(token).toMatchObject({ body: { email: customer.email }, acted: true });
    expect(token!.seq).toBeLessThan(create!.seq);
    // The timestamp was committed after the token had arrived: nothing waits between the two.
    expect(Number(create!.headers['timestamp'])).toBeGreaterThanOrEqual(Date.parse(token!.at));
    expect(await rows.trades(order.merchantOrderNo)).toMatchObject([{ outcome: 'created', sends: 1 }]);
  });

  it('a token that the provider has forgotten is dropped: one create is refused, the next works', async () => {
    const { service, sandbox, rows } = world;
    const customer = newCustomer();
    await service.order(checkoutBody({ customer }));
    await forgetTokens();
    const order = await service.order(checkoutBody({ customer }));
    const creates = await sandbox.creates(order.merchantOrderNo);
    expect(outcomes(creates)).toEqual([
      ['1003', false],
      ['0000', true],
    ]);
    expect(new Set(creates.map(({ merchantOrderNo }) => merchantOrderNo)).size).toBe(1);
    expect(new Set(creates.map(({ headers }) => headers['timestamp'])).size).toBe(2);
    expect(order.payUrl).toBe((await sandbox.order(order.merchantOrderNo)).payUrl);
    expect(await tokenCalls(customer)).toHaveLength(2);
    expect(await rows.trades(order.merchantOrderNo)).toMatchObject([{ outcome: 'created', sends: 2 }]);
    const kinds = (await rows.events(order.merchantOrderNo)).map(({ kind }) => kind);
    // The first poll may have come already.
    expect(kinds.slice(0, 4)).toEqual(['reserved', 'not_sent', 'sending_again', 'created']);
  });

  it.each([
    ['fails', { act: 'status', code: 503 }, 503, 'ramp_unavailable'],
    ['refuses', { act: 'answer', returnCode: '1002', returnMsg: 'Invalid signature' }, 502, 'ramp_configuration'],
  ] as const)('whose server %s: nothing is sent, and the number works afterwards', async (_, fault, status, code) => {
    const { service, sandbox, rows } = world;
    const { body, number } = newCheckout({ customer: newCustomer() });
    await sandbox.fault({ endpoint: 'token', times: 0, ...fault });
    const answer = await service.checkout(body);
    await sandbox.control('DELETE', '/faults');
    const problem = expectProblem(answer, status, code);
    expect(problem['merchantOrderNo']).toBe(number);
    expect(answer.headers.get('retry-after') === null).toBe(status === 502);
    expect(await sandbox.creates(number)).toEqual([]);
    expect(await rows.trades(number)).toMatchObject([{ outcome: 'not_sent', status: 'EXPIRED' }]);
    // A failure is cached for a moment, so that a hundred checkouts do not send a hundred requests.
    const order = await until('the number works', async () => {
      const again = await service.checkout(body);
      return again.status === 201 ? orderOf(again) : null;
    });
    expect(order.payUrl).toBe((await sandbox.order(number)).payUrl);
    expect(await sandbox.creates(number)).toHaveLength(1);
  });

  it('without a customer a checkout is incomplete: nothing is reserved', async () => {
    const { service, rows } = world;
    for (const customer of [undefined, { id: 'c-1' }]) {
      const body = checkoutBody({ customer });
      const problem = expectProblem(await service.checkout(body), 400, 'invalid_request');
      expect(problem['errors']).toMatchObject([{ field: 'customer.email' }]);
      expect(await rows.order(String(body['merchantOrderNo']))).toBeNull();
    }
  });

  it('a token in the checkout takes precedence, is not stored, and is the sender’s problem if refused', async () => {
    const { service, sandbox, rows } = world;
    const customer = newCustomer();
    const good = checkoutBody({ customer, accessToken: CREDENTIALS.accessToken });
    await service.order(good);
    expect(await tokenCalls(customer)).toEqual([]);
    const bad = checkoutBody({ customer, accessToken: 'planted-bad-token-1' });
    const number = String(bad['merchantOrderNo']);
    const problem = expectProblem(await service.checkout(bad), 502, 'ramp_configuration');
    expect(problem['errors']).toMatchObject([{ field: 'accessToken' }]);
    expect(outcomes(await sandbox.creates(number))).toEqual([['1003', false]]);
    expect(await tokenCalls(customer)).toEqual([]);
    // Other content, or none, makes the next trade.
    const again = await service.checkout({ ...bad, accessToken: undefined });
    expect(again.status, again.text).toBe(201);
    const [text] = await rows.query<{ text: string }>(`SELECT string_agg(o::text, ' ') AS text FROM orders o`);
    expect(text!.text).not.toContain('planted-bad-token-1');
  });

  it('a retry of an order without a customer is refused', async () => {
    const { service, sandbox, rows } = world;
    const { merchantOrderNo: number } = await service.order(
      checkoutBody({ customer: undefined, accessToken: CREDENTIALS.accessToken }),
    );
    await sandbox.force(number, 'CANCEL');
    await rows.untilStatus(number, 'CANCELLED');
    expectProblem(await service.post(`/v1/orders/${number}/retry`, {}), 409, 'order_not_retryable');
    expect(await sandbox.creates(number)).toHaveLength(1);
  });

  it('logs and metrics hold no token or e-mail address, and the database no readable one', async () => {
    const { service, sandbox, rows } = world;
    const customer = newCustomer();
    const { merchantOrderNo: number } = await service.order(checkoutBody({ customer }));
    const kept = await rows.query(
      'SELECT customer_email, customer_email_key_id FROM orders WHERE merchant_order_no = $1',
      [number],
    );
    expect(kept).toEqual([{ customer_email: expect.any(Buffer) as Buffer, customer_email_key_id: '1' }]);
    const tables = ['orders', 'trades', 'order_events', 'outbox'].map((table) => `SELECT x::text AS t FROM ${table} x`);
    const [stored] = await rows.query<{ text: string }>(
      `SELECT string_agg(t, ' ') AS text FROM (${tables.join(' UNION ALL ')}) everything`,
    );
    const metrics = await service.metrics();
    const shown = JSON.stringify(await service.read(number));
    expect((await sandbox.calls('token')).length).toBeGreaterThan(5);
    for (const text of [stored!.text, metrics, shown, service.program.output()]) {
      expect(text).not.toContain('@customer.example');
      expect(text).not.toContain(Buffer.from('@customer.example').toString('hex'));
      expect(text).not.toContain('ACCESS_');
    }
    expect(metrics).toMatch(/ramp_checkout_access_token_fetches_total\{result="issued"\} \d/);
    expect(metrics).toMatch(/ramp_checkout_access_token_fetches_total\{result="unreachable"\} \d/);
  });
});

describe('with a token in a file', () => {
  it('the file may be replaced or missing while the service runs', async () => {
    const { sandbox } = world;
    const folder = mkdtempSync(join(tmpdir(), 'token-file-'));
    const path = join(folder, 'token');
    try {
      writeFileSync(path, 'no-good-any-more\n');
      const codes = { RAMP_ACCESS_TOKEN_REFUSED_CODES: '1003' };
      const { service } = await world.another(
        { RAMP_ACCESS_TOKEN: '', RAMP_ACCESS_TOKEN_FILE: path, ...codes },
        'process',
      );
      const body = checkoutBody();
      expectProblem(await service.checkout(body), 502, 'ramp_configuration');
      writeFileSync(`${path}.new`, `${CREDENTIALS.accessToken}\n`);
      renameSync(`${path}.new`, path);
      const order = await service.order(body);
      expect(order.payUrl).toBe((await sandbox.order(order.trades.at(-1)!.tradeNo)).payUrl);
      rmSync(path);
      await service.order(checkoutBody());
      // It reports the fault without the content.
      await service.program.says(/"task":"access_token_file"/);
      expect(service.program.output()).not.toContain(CREDENTIALS.accessToken);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe('with a server of the merchant’s own', () => {
  it('gets the configured request, without the provider’s signature', async () => {
    const { sandbox } = world;
    const server = await FakeServer.start();
    server.answersWith({ token: { value: CREDENTIALS.accessToken, seconds: 3600 } });
    const seen = server.received;
    try {
      const { service } = await world.another(
        {
          RAMP_ACCESS_TOKEN: '',
          RAMP_ACCESS_TOKEN_URL: `${server.url}/tokens`,
          RAMP_ACCESS_TOKEN_EXCHANGE: 'method=GET,identity=uid:id,token=token.value,lifetime=token.seconds:seconds',
          RAMP_ACCESS_TOKEN_AUTHORIZATION: 'Bearer planted-own-secret',
        },
        'process',
      );
      const order = await service.order(checkoutBody({ customer: { id: 'c+7' } }));
      await service.order(checkoutBody({ customer: { id: 'c+7' } }));
      expect(order.payUrl).toBe((await sandbox.order(order.merchantOrderNo)).payUrl);
      expect(seen).toHaveLength(1);
      expect(seen[0]).toMatchObject({ method: 'GET', target: '/tokens?uid=c%2B7' });
      expect(seen[0]!.headers['authorization']).toBe('Bearer planted-own-secret');
      for (const name of ['appid', 'timestamp', 'sign']) expect(seen[0]!.headers[name]).toBeUndefined();
      const problem = expectProblem(await service.checkout(checkoutBody()), 400, 'invalid_request');
      expect(problem['errors']).toMatchObject([{ field: 'customer.id' }]);
      expect(service.program.output()).not.toContain('planted-own-secret');
    } finally {
      await server.close();
    }
  });
});
