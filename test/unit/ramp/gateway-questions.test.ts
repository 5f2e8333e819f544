import { describe, expect, it } from 'vitest';
import { no, ok } from './support/envelopes.js';
import { APP, SECRET, gatewayTests, quote, startGateway } from './support/gateway.js';
import { isSigned } from './support/verify.js';

const at = gatewayTests();

describe('queries', () => {
  it('a BUY trade, with the present timestamp and without a token', async () => {
    at.provider.answersWith(
      ok({ orderNo: '9001', status: 'PAY_SUCCESS', amount: '100.00', createTime: '20260101 08:00:00' }),
    );
    const { gateway } = await startGateway(at.base, { RAMP_TIME_ZONE: 'Asia/Singapore' });
    const before = Date.now();
    const result = await gateway.queryTrade({ side: 'BUY', tradeNo: 'A-1001', orderNo: null }, 'poll');

    expect(result).toMatchObject({
      kind: 'answered',
      value: { kind: 'BUY', status: 'PAID', facts: { amount: '100.00', rampCreatedAt: '2026-01-01T00:00:00.000Z' } },
    });
    const [request] = at.provider.received;
    expect(request?.target).toBe('/open/api/v3/merchant/query/trade?merchantOrderNo=A-1001&side=BUY');
    expect(request?.headers['access-token']).toBeUndefined();
    expect(Number(request?.headers['timestamp'])).toBeGreaterThanOrEqual(before);
    expect(Number(request?.headers['timestamp'])).toBeLessThanOrEqual(Date.now());
    expect(isSigned('v3', APP, SECRET, request!)).toBe(true);
  });

  it('a SELL trade by both numbers, also from a bare record, with configured statuses', async () => {
    at.provider.answersWith({ orderNo: '9', status: 9 });
    const { gateway } = await startGateway(at.base, { RAMP_STATUS_MAP: 'SELL:9=REFUNDED' });
    const result = await gateway.queryTrade({ side: 'SELL', tradeNo: 'S-1', orderNo: '9' }, 'customer');
    expect(result).toMatchObject({ kind: 'answered', value: { kind: 'SELL', status: 'REFUNDED', rampStatus: '9' } });
    expect(at.provider.received[0]?.target).toBe(
      '/open/api/v3/merchant/query/trade?merchantOrderNo=S-1&orderNo=9&side=SELL',
    );
  });

  it.each([
    ['no record', ok(null), 'protocol'],
    ['an empty record', ok({}), 'protocol'],
    ['a refusal', no('1006', 'No such order'), 'refused'],
  ])('an unknown number: %s means nothing without a setting', async (_, said, otherwise) => {
    at.provider.answersWith(said);
    const query = { side: 'SELL', tradeNo: 'none', orderNo: null } as const;
    const unset = await startGateway(at.base, { RAMP_NOT_FOUND: '' });
    expect(await unset.gateway.queryTrade(query, 'poll')).toMatchObject({ kind: otherwise });
    const set = await startGateway(at.base, { RAMP_NOT_FOUND: 'null,SELL:empty,SELL:1006' });
    const evidence = { endpoint: 'query', httpStatus: 200 };
    expect(await set.gateway.queryTrade(query, 'poll')).toMatchObject({ kind: 'answered', value: null, evidence });
  });

  it('quotes, with the caller’s digits of the amount', async () => {
    at.provider.answersWith(
      ok([
        { payWayCode: '1', cryptoQuantity: '53.1' },
        { payWayCode: '2', cryptoQuantity: 52.9 },
        { payWayCode: '3', returnCode: '4711', returnMsg: `not with ${SECRET}` },
      ]),
    );
    const { gateway } = await startGateway(at.base);
    const result = await gateway.quote(quote);
    expect(result).toMatchObject({
      kind: 'answered',
      value: {
        quotes: [
          { payWayCode: '1', cryptoQuantity: '53.1', fiat: 'EUR' },
          { payWayCode: '2', cryptoQuantity: '52.9', fiat: 'EUR' },
        ],
        failures: [{ payWayCode: '3', refusal: { reason: 'undocumented', returnMsg: 'not with [masked]' } }],
      },
    });
    const [request] = at.provider.received;
    expect([request?.method, request?.target]).toEqual(['POST', '/open/api/v3/merchant/order/quote']);
    expect(request?.body.toString()).toBe(
      '{"amount":"50.50","country":"DE","crypto":"USDT","fiat":"EUR","network":"ETH","side":"BUY","type":"ALL"}',
    );
    expect(request?.headers['access-token']).toBeUndefined();
  });

  it('the crypto list', async () => {
    at.provider.answersWith(
      ok([{ crypto: 'USDT', network: 'ETH', buyEnable: 1, sellEnable: 0, minPurchaseAmount: 15.5 }]),
    );
    const { gateway } = await startGateway(at.base);
    expect(await gateway.listCryptos('USD')).toMatchObject({
      kind: 'answered',
      value: { pairs: [{ crypto: 'USDT', buyEnabled: true, sellEnabled: false }] },
    });
    expect(at.provider.received[0]?.target).toBe('/open/api/v3/merchant/crypto/list?fiat=USD');
    expect(at.provider.received[0]?.headers['content-type']).toBeUndefined();
  });
});

describe('the budget', () => {
  it('refuses calls over it without sending, and returns places', async () => {
    at.provider.answersWith(ok(null));
    const { gateway } = await startGateway(at.base, { RAMP_MAX_RPS: '2', RAMP_MAX_CONCURRENCY: '1' });
    expect(gateway.pollsAllowedNow()).toBe(1);
    const ask = () => gateway.queryTrade({ side: 'BUY', tradeNo: 'A', orderNo: null }, 'customer');
    const results = await Promise.all(Array.from({ length: 7 }, ask));
    const unsent = results.filter(({ kind }) => kind === 'not_sent');
    expect(unsent.length).toBeGreaterThanOrEqual(3);
    expect(unsent[0]).toMatchObject({ reason: 'budget' });
    expect(at.provider.received).toHaveLength(7 - unsent.length);
  });

  it.each([429, 503])('slows all calls after HTTP %i with Retry-After, with a metric', async (status) => {
    at.provider.answer = (response) => response.writeHead(status, { 'retry-after': '1' }).end();
    const { gateway, metrics } = await startGateway(at.base);
    const pace = async () => /provider_pace (\d\S*)/.exec(await metrics.registry.metrics())?.[1];
    expect(await pace()).toBe('1');
    await gateway.queryTrade({ side: 'BUY', tradeNo: 'A', orderNo: null }, 'poll');
    expect([await pace(), gateway.pollsAllowedNow()]).toEqual(['0', 0]);
    at.provider.answersWith(ok([]));
    const since = performance.now();
    await gateway.listCryptos('USD');
    expect(performance.now() - since).toBeGreaterThan(500);
    expect(Number(await pace())).toBeLessThan(1);
    expect(at.provider.received).toHaveLength(2);
  });
});
