import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { ProviderState } from '#src/ramp/provider/provider-state.js';
import type { Metrics } from '#src/platform/telemetry/metrics.js';
import { no, ok } from './support/envelopes.js';
import { APP, SECRET, always, calls, gatewayTests, nobody, startGateway, trade } from './support/gateway.js';
import type { FakeServer, Received } from '#tools/fakes/server.mjs';
import { closedPort } from './support/provider.js';
import { fakeServer } from './support/transport.js';
import { isSigned } from './support/verify.js';

const at = gatewayTests();

const PATH = '/open/api/v3/merchant/getToken';
const ISSUED = { RAMP_ACCESS_TOKEN: '', RAMP_ACCESS_TOKEN_URL: PATH, RAMP_ACCESS_TOKEN_REFUSED_CODES: '4401' };
const jane = { ...nobody, id: 'c-1', email: 'jane@shop.example' };
const MADE = ok({ orderNo: '9001', payUrl: 'https://pay.example/p' });

const json = (response: ServerResponse, value: unknown, status = 200): unknown =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));

const isToken = ({ target }: Received): boolean => target.startsWith(PATH);
const tokenCalls = (): Received[] => at.provider.received.filter(isToken);
const creates = (): Received[] => at.provider.received.filter((request) => !isToken(request));

/** Issues tokens `t1`, `t2`, …; `create` answers creates, by default with success. */
function issues(
  create: (response: ServerResponse, token: unknown) => unknown = (response) => json(response, MADE),
): void {
  at.provider.answer = (response, request) => {
    if (isToken(request)) json(response, ok({ id: '1', accessToken: `t${tokenCalls().length}`, email: 'x' }));
    else create(response, request.headers['access-token']);
  };
}

async function fetches({ tokenFetches }: Metrics): Promise<unknown[]> {
  return (await tokenFetches.get()).values.map(({ labels, value }) => [labels.result, value]);
}

describe('an issued token', () => {
  it('comes from a signed request with the customer, and goes with the create', async () => {
    issues();
    const { gateway, metrics } = await startGateway(at.base, ISSUED);
    expect(await gateway.prepareTrade(jane)).toBeNull();
    expect(await gateway.createTrade(trade, jane, always)).toMatchObject({ kind: 'answered' });
    const [token, create] = at.provider.received;
    expect([token!.method, token!.target, token!.body.toString()]).toEqual([
      'POST',
      PATH,
      '{"email":"jane@shop.example"}',
    ]);
    expect(isSigned('v3', APP, SECRET, token!)).toBe(true);
    expect(token!.headers['access-token']).toBeUndefined();
    expect(create!.headers['access-token']).toBe('t1');
    expect(at.provider.received).toHaveLength(2);
    expect(await calls(metrics)).toEqual([
      ['token', 'answered', 1],
      ['create', 'answered', 1],
    ]);
    expect(await fetches(metrics)).toEqual([['issued', 1]]);
  });

  it('may come from a GET, by another field, and unsigned', async () => {
    issues();
    const { gateway } = await startGateway(at.base, {
      ...ISSUED,
      RAMP_ACCESS_TOKEN_EXCHANGE: 'method=GET,identity=mail:email,signed=false',
      RAMP_ACCESS_TOKEN_AUTHORIZATION: 'Bearer own',
    });
    expect(await gateway.createTrade(trade, jane, always)).toMatchObject({ kind: 'answered' });
    const [token] = tokenCalls();
    expect([token!.method, token!.target, token!.body.length]).toEqual(['GET', `${PATH}?mail=jane%40shop.example`, 0]);
    expect(token!.headers['authorization']).toBe('Bearer own');
    for (const name of ['appid', 'timestamp', 'sign']) expect(token!.headers[name]).toBeUndefined();
    expect(creates()[0]!.headers['authorization']).toBeUndefined();
  });

  it('is dropped after a refusal, and the next create has a new one', async () => {
    issues((response, token) => json(response, token === 't1' ? no('4401', 'token expired') : MADE));
    const { gateway } = await startGateway(at.base, ISSUED);
    const refused = await gateway.createTrade(trade, jane, always);
    expect(refused).toMatchObject({ kind: 'refused', reason: 'access_token', resendable: true });
    expect(await gateway.createTrade(trade, jane, always)).toMatchObject({ kind: 'answered' });
    expect(creates().map(({ headers }) => headers['access-token'])).toEqual(['t1', 't2']);
  });

  it('stays after another refusal', async () => {
    issues((response) => json(response, no('3106', 'at risk')));
    const { gateway } = await startGateway(at.base, ISSUED);
    await gateway.createTrade(trade, jane, always);
    await gateway.createTrade(trade, jane, always);
    expect(tokenCalls()).toHaveLength(1);
  });

  it('that came with the checkout is not sent again after a refusal, and no other one is dropped', async () => {
    issues((response, token) => json(response, token === 'own' ? no('4401', 'token expired') : MADE));
    const { gateway } = await startGateway(at.base, ISSUED);
    await gateway.createTrade(trade, jane, always);
    const refused = await gateway.createTrade(trade, { ...jane, accessToken: 'own' }, always);
    expect(refused).toMatchObject({ kind: 'refused', reason: 'handed_in_token', resendable: false });
    await gateway.createTrade(trade, jane, always);
    expect(tokenCalls()).toHaveLength(1);
  });

  it.each<[string, object, string]>([
    ['email', { ...nobody, id: 'c-1' }, 'no_customer_email'],
    ['email', { ...nobody, email: '' }, 'no_customer_email'],
    ['uid:id', { ...nobody, email: 'jane@shop.example' }, 'no_customer_id'],
  ])('for %s does not exist for %j', async (identity, customer, reason) => {
    issues();
    const { gateway } = await startGateway(at.base, { ...ISSUED, RAMP_ACCESS_TOKEN_EXCHANGE: `identity=${identity}` });
    expect(await gateway.prepareTrade(customer as typeof nobody)).toMatchObject({ kind: 'not_sent', reason });
    expect(await gateway.createTrade(trade, customer as typeof nobody, always)).toMatchObject({
      kind: 'not_sent',
      reason,
    });
    expect(at.provider.received).toEqual([]);
  });

  it.each<[string, (response: ServerResponse) => unknown, string, string]>([
    ['hangs', () => undefined, 'access_token_away', 'unreachable'],
    ['breaks', (response) => response.destroy(), 'access_token_away', 'unreachable'],
    ['fails', (response) => response.writeHead(502).end('<html>'), 'access_token_away', 'unreachable'],
    ['is busy', (response) => response.writeHead(429).end(), 'access_token_away', 'unreachable'],
    [
      'refuses',
      (response) => json(response, no('1002', 'Invalid signature of jane@shop.example')),
      'no_access_token',
      'refused',
    ],
    ['is not there', (response) => response.writeHead(404).end('<html>'), 'no_access_token', 'nonsense'],
    ['redirects', (response) => response.writeHead(302, { location: '/x' }).end(), 'no_access_token', 'nonsense'],
    ['has no token', (response) => json(response, ok({ id: '1' })), 'no_access_token', 'nonsense'],
    [
      'has a token of two lines',
      (response) => json(response, ok({ accessToken: 'a\nb' })),
      'no_access_token',
      'nonsense',
    ],
  ])('whose server %s: nothing is created, and the reason says who must act', async (_, answer, reason, result) => {
    at.provider.answer = answer;
    const { gateway, metrics } = await startGateway(at.base, { ...ISSUED, RAMP_TIMEOUT_MS: '300' });
    const unready = await gateway.prepareTrade(jane);
    const created = await gateway.createTrade(trade, jane, always);
    expect([unready, created]).toMatchObject([
      { kind: 'not_sent', reason },
      { kind: 'not_sent', reason, evidence: { endpoint: 'create', seen: null, httpStatus: null } },
    ]);
    expect(JSON.stringify([unready, created])).not.toContain('jane');
    expect(creates()).toEqual([]);
    expect(await fetches(metrics)).toMatchObject([[result, expect.any(Number)]]);
  });

  it('that came too late for its trade serves the next one', async () => {
    let isTooLate = false;
    issues();
    const answer = at.provider.answer;
    at.provider.answer = (response, request) => {
      isTooLate = isToken(request);
      answer(response, request);
    };
    const { gateway } = await startGateway(at.base, ISSUED);
    expect(await gateway.createTrade(trade, jane, () => !isTooLate)).toMatchObject({
      kind: 'not_sent',
      reason: 'too_late',
    });
    expect(creates()).toEqual([]);
    expect(await gateway.createTrade(trade, jane, always)).toMatchObject({ kind: 'answered' });
    expect(tokenCalls()).toHaveLength(1);
  });
});

describe('a token of another server', () => {
  async function own(): Promise<{ server: FakeServer; url: string }> {
    const server = await fakeServer();
    server.answersWith({ token: 'own-1' });
    return { server, url: `${server.url}/tokens` };
  }

  it('uses none of the provider’s rate, and ignores its breaker', async () => {
    const { server, url } = await own();
    const { gateway, metrics, module } = await startGateway(await closedPort(), {
      RAMP_ACCESS_TOKEN: '',
      RAMP_ACCESS_TOKEN_URL: url,
      RAMP_ACCESS_TOKEN_EXCHANGE: 'token=token',
    });
    for (let call = 1; call <= 5; call++) await gateway.listCryptos('USD');
    expect(module.get(ProviderState).isBreakerOpen()).toBe(true);
    expect(await gateway.prepareTrade(jane)).toBeNull();
    expect(server.received).toHaveLength(1);
    expect(server.received[0]!.headers['sign']).toBeUndefined();
    // Its answer does not prove that the provider is up.
    expect(module.get(ProviderState).isBreakerOpen()).toBe(true);
    expect((await calls(metrics)).filter((call) => (call as unknown[])[0] === 'token')).toEqual([]);
    expect(await fetches(metrics)).toEqual([['issued', 1]]);
  });

  it('is requested with a signature if configured', async () => {
    const { server, url } = await own();
    const { gateway } = await startGateway(at.base, {
      RAMP_ACCESS_TOKEN: '',
      RAMP_ACCESS_TOKEN_URL: url,
      RAMP_ACCESS_TOKEN_EXCHANGE: 'token=token,signed=true',
    });
    expect(await gateway.prepareTrade(jane)).toBeNull();
    expect(isSigned('v3', APP, SECRET, server.received[0]!)).toBe(true);
  });

  it('does not open the breaker while it is away', async () => {
    const { gateway, module } = await startGateway(at.base, {
      RAMP_ACCESS_TOKEN: '',
      RAMP_ACCESS_TOKEN_URL: `${await closedPort()}/tokens`,
    });
    for (let user = 1; user <= 7; user++) {
      const unready = await gateway.prepareTrade({ ...jane, email: `${user}@shop.example` });
      expect(unready).toMatchObject({ reason: 'access_token_away' });
    }
    expect(module.get(ProviderState).isBreakerOpen()).toBe(false);
  });
});
