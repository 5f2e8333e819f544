import { describe, expect, it } from 'vitest';
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
});
