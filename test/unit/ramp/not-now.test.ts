import { describe, expect, it } from 'vitest';
import { rampProblem } from '#src/ramp/port/ramp-problem.js';
import type { RampGateway } from '#src/ramp/port/ramp.gateway.js';
import { ProviderState } from '#src/ramp/provider/provider-state.js';
import { no, ok } from './support/envelopes.js';
import { always, gatewayTests, nobody, quote, startGateway, trade } from './support/gateway.js';

const at = gatewayTests();

const CALLS = {
  create: (gateway: RampGateway) => gateway.createTrade(trade, nobody, always),
  query: (gateway: RampGateway) => gateway.queryTrade({ side: 'BUY', tradeNo: 'A', orderNo: null }, 'poll'),
  quote: (gateway: RampGateway) => gateway.quote(quote),
  list: (gateway: RampGateway) => gateway.listCryptos('USD'),
};

describe.each(Object.keys(CALLS) as (keyof typeof CALLS)[])('"not now" in the answer to a %s', (endpoint) => {
  it.each<[string, unknown, number, string?]>([
    ['429', no('429', 'Too many requests'), 200],
    ['429', no('429', 'Too many requests'), 500],
    ['a number', { ...no('', ''), returnCode: 429 }, 200],
    ['blanks around it', no(' 429 ', ''), 200],
    ['leading zeros', no('0429', ''), 200],
    ['one of several', no('LIMIT', ''), 200, ' 8 , 0429 ,LIMIT'],
    ['a number of several', { ...no('', ''), returnCode: 8 }, 200, ' 0008 ,LIMIT'],
  ])('is %s: %j at HTTP %i', async (_, answer, status, codes = '429') => {
    at.provider.answersWith(answer, status, { 'retry-after': '1' });
    const { gateway, metrics, module } = await startGateway(at.base, { RAMP_RATE_LIMIT_CODES: codes });
    const result = await CALLS[endpoint](gateway);
    expect(result).toMatchObject({ kind: 'refused', reason: 'rate_limited', resendable: true });
    if (result.kind === 'answered') throw new Error('it is a refusal');
    const { status: told, code, extras } = rampProblem(result, 'USD');
    expect([told, code, extras.retryAfter]).toEqual([503, 'ramp_unavailable', 2]);
    expect(await metrics.registry.metrics()).toMatch(/provider_pace 0\n/);
    expect(gateway.pollsAllowedNow()).toBe(0);
    expect([at.provider.received.length, module.get(ProviderState).isBreakerOpen()]).toEqual([1, false]);
  });

  it.each(['4290', '42', 'x429', '4 29', '-429'])('is not %s', async (code) => {
    at.provider.answersWith(no(code, ''), 200);
    const { gateway } = await startGateway(at.base);
    expect(await CALLS[endpoint](gateway)).toMatchObject({ kind: 'refused', reason: 'undocumented' });
    expect(gateway.pollsAllowedNow()).toBeGreaterThan(0);
  });
});

const price = { payWayCode: '10001', cryptoPrice: '1', cryptoQuantity: '50' };
const refusedMethod = { payWayCode: '10002', returnCode: 429, returnMsg: 'later' };

it('a list of quotes means "not now" without a price if one method does', async () => {
  at.provider.answersWith(ok([{ payWayCode: '10001', returnCode: '3101' }, refusedMethod]));
  const { gateway } = await startGateway(at.base);
  expect(await gateway.quote(quote)).toMatchObject({ kind: 'refused', reason: 'rate_limited', returnCode: '429' });
  expect(gateway.pollsAllowedNow()).toBe(0);
});

it('a list of quotes keeps a price beside a method that says "not now"', async () => {
  at.provider.answersWith(ok([price, refusedMethod]));
  const { gateway } = await startGateway(at.base);
  const failures = [{ payWayCode: '10002', refusal: { reason: 'rate_limited' } }];
  expect(await gateway.quote(quote)).toMatchObject({
    kind: 'answered',
    value: { quotes: [{ payWayCode: '10001' }], failures },
  });
});

it.each([true, false])('a token endpoint that says "not now" is away for a while; at the provider: %s', async (own) => {
  at.provider.answersWith(no('429', 'Too many requests'));
  const url = `${own ? '' : at.base.replace('127.0.0.1', 'localhost')}/open/api/v3/merchant/getToken`;
  const { gateway } = await startGateway(at.base, { RAMP_ACCESS_TOKEN: '', RAMP_ACCESS_TOKEN_URL: url });
  const jane = { ...nobody, email: 'jane@shop.example' };
  expect(await gateway.prepareTrade(jane)).toMatchObject({ kind: 'not_sent', reason: 'access_token_away' });
  expect(gateway.pollsAllowedNow() === 0).toBe(own);
});
