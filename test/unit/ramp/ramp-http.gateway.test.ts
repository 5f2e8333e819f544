import type { ServerResponse } from 'node:http';
import { Logger } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ConfigModule } from '../../../src/config/config.module.js';
import { RampGateway } from '../../../src/ramp/ramp.gateway.js';
import { RampModule } from '../../../src/ramp/ramp.module.js';
import type { QuoteRequest, TradeRequest } from '../../../src/ramp/ramp.types.js';
import { Metrics } from '../../../src/telemetry/metrics.js';
import { TelemetryModule } from '../../../src/telemetry/telemetry.module.js';
import { StubProvider, closedPort } from './support/provider.js';
import { rampSettings } from './support/settings.js';
import { isSigned } from './support/verify.js';

const APP = 'app-0001';
const SECRET = 'k3y-for-tests';
const TOKEN = 'fixed-token-1';

const ok = (data: unknown) => ({
  success: true,
  returnCode: '0000',
  returnMsg: 'SUCCESS',
  extend: '',
  data,
  traceId: 't-1',
});
const no = (returnCode: string, returnMsg: string) => ({
  success: false,
  returnCode,
  returnMsg,
  data: null,
  traceId: 't-2',
});
const nobody = { id: null, email: null, accessToken: null };

const trade: TradeRequest = {
  tradeNo: 'A-1001',
  stamp: 1767225600123,
  fiat: 'USD',
  amount: '100.00',
  crypto: 'USDT',
  network: 'ETH',
  address: '0x52908400098527886E0F7030069857D2E4169EE7',
  memo: null,
  payWayCode: '10001',
  country: 'US',
  redirectUrl: 'https://shop.example/done?x=1&y=a b',
  failRedirectUrl: null,
  callbackUrl: 'https://pay.shop.example/callbacks/ramp/t0ken',
  merchantName: 'Café Ñandú 店',
};
const quote: QuoteRequest = {
  side: 'BUY',
  crypto: 'USDT',
  network: 'ETH',
  fiat: 'EUR',
  country: 'DE',
  amount: '50.50',
  payWayCode: null,
  type: 'ALL',
};

const cleanUps: (() => unknown)[] = [];
let provider: StubProvider;
let base: string;

async function start(change: Record<string, string> = {}, url = base) {
  const module = await Test.createTestingModule({
    imports: [ConfigModule.with(rampSettings(url, { RAMP_MAX_RPS: '1000', ...change })), TelemetryModule, RampModule],
  }).compile();
  cleanUps.push(() => module.close());
  return { gateway: module.get(RampGateway), metrics: module.get(Metrics) };
}

beforeEach(async () => {
  provider = new StubProvider();
  base = await provider.start();
  cleanUps.push(() => provider.stop());
});

afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

describe('creating a trade', () => {
  it('sends the contract’s fields, signed with the committed stamp, and gives the order’s number and the page', async () => {
    provider.answersWith(ok({ orderNo: '9001', payUrl: 'https://pay.example/p' }));
    const { gateway } = await start();
    const result = await gateway.createTrade(trade, nobody);

    expect(result).toMatchObject({ kind: 'answered', value: { orderNo: '9001', payUrl: 'https://pay.example/p' } });
    const [request] = provider.received;
    expect([request?.method, request?.target]).toEqual(['POST', '/open/api/v3/merchant/trade/create']);
    expect(request?.headers).toMatchObject({
      appid: APP,
      timestamp: '1767225600123',
      'access-token': TOKEN,
      'content-type': 'application/json',
      accept: 'application/json',
    });
    expect(JSON.parse(request!.body.toString())).toEqual({
      side: 'BUY',
      merchantOrderNo: 'A-1001',
      amount: '100.00',
      fiatCurrency: 'USD',
      cryptoCurrency: 'USDT',
      depositType: 2,
      address: '0x52908400098527886E0F7030069857D2E4169EE7',
      network: 'ETH',
      payWayCode: '10001',
      alpha2: 'US',
      redirectUrl: 'https://shop.example/done?x=1&y=a b',
      callbackUrl: 'https://pay.shop.example/callbacks/ramp/t0ken',
      merchantName: 'Café Ñandú 店',
    });
    expect(isSigned('v3', APP, SECRET, request!)).toBe(true);
  });

  it('takes the token that was handed in before the configured one', async () => {
    provider.answersWith(ok({ orderNo: '9001', payUrl: 'https://pay.example/p' }));
    const { gateway } = await start();
    await gateway.createTrade(trade, { ...nobody, accessToken: 'customers-own' });
    expect(provider.received[0]?.headers['access-token']).toBe('customers-own');
  });

  it.each([
    ['none', { RAMP_ACCESS_TOKEN: '' }, null],
    ['an empty one', { RAMP_ACCESS_TOKEN: '' }, ''],
    ['one that a header cannot carry', {}, 'broken\ntoken'],
  ])('sends nothing with %s for a token', async (_, change, accessToken) => {
    const { gateway } = await start(change);
    const result = await gateway.createTrade(trade, { ...nobody, accessToken });
    expect(result).toMatchObject({
      kind: 'not_sent',
      reason: 'no_access_token',
      evidence: { httpStatus: null, seen: null },
    });
    expect(provider.received).toEqual([]);
  });

  it('is refused with the limits, and keeps what was said', async () => {
    const message = 'Quote amount exceed the range, The Min purchase amount is 15, The max purchase amount is 2000';
    provider.answersWith(no('3102', message));
    const { gateway } = await start();
    expect(await gateway.createTrade(trade, nobody)).toMatchObject({
      kind: 'refused',
      reason: 'amount_out_of_range',
      returnCode: '3102',
      returnMsg: message,
      min: '15',
      max: '2000',
      resendable: false,
      evidence: { traceId: 't-2', httpStatus: 200 },
    });
  });

  it('takes the configured codes for refused tokens', async () => {
    provider.answersWith(no('4401', 'token expired'), 401);
    const { gateway } = await start({ RAMP_ACCESS_TOKEN_REFUSED_CODES: '4401,4402' });
    expect(await gateway.createTrade(trade, nobody)).toMatchObject({ reason: 'access_token', resendable: true });
  });

  it.each<[string, (response: ServerResponse) => unknown, object]>([
    ['hangs', () => undefined, { kind: 'unknown', reason: 'timeout' }],
    ['breaks', (response) => response.destroy(), { kind: 'unknown', reason: 'connection_lost' }],
    [
      'redirects',
      (response) => response.writeHead(302, { location: '/x' }).end(),
      { kind: 'unknown', reason: 'redirect' },
    ],
    ['fails', (response) => response.writeHead(502).end('<html>'), { kind: 'unknown', reason: 'server_error' }],
    [
      'is busy',
      (response) => response.writeHead(429).end(),
      { kind: 'refused', reason: 'rate_limited', resendable: true },
    ],
    ['answers with a page', (response) => response.end('<html>'), { kind: 'protocol' }],
    ['answers with half an envelope', (response) => response.end('{"success":true,"ret'), { kind: 'protocol' }],
    ['answers without end', (response) => response.end(Buffer.alloc(3_000_000, ' ')), { kind: 'protocol' }],
  ])('once, also when the provider %s', async (_, answer, expected) => {
    provider.answer = (response) => answer(response);
    const { gateway, metrics } = await start({ RAMP_TIMEOUT_MS: '300' });
    const result = await gateway.createTrade(trade, nobody);
    expect(result).toMatchObject({
      ...expected,
      evidence: { endpoint: 'create', sent: { merchantOrderNo: 'A-1001' } },
    });
    expect(provider.received).toHaveLength(1);
    expect(await calls(metrics)).toEqual([['create', result.kind, 1]]);
  });

  it('is certainly not sent when nobody listens', async () => {
    const { gateway } = await start({}, await closedPort());
    expect(await gateway.createTrade(trade, nobody)).toMatchObject({
      kind: 'not_sent',
      reason: 'connection',
      detail: 'ECONNREFUSED',
    });
  });
});

describe('asking', () => {
  it('about a BUY trade, with a stamp of now and without a token', async () => {
    provider.answersWith(
      ok({ orderNo: '9001', status: 'PAY_SUCCESS', amount: '100.00', createTime: '20260101 08:00:00' }),
    );
    const { gateway } = await start({ RAMP_TIME_ZONE: 'Asia/Singapore' });
    const before = Date.now();
    const result = await gateway.queryTrade({ side: 'BUY', tradeNo: 'A-1001', orderNo: null }, 'poll');

    expect(result).toMatchObject({
      kind: 'answered',
      value: { kind: 'BUY', status: 'PAID', amount: '100.00', createdAt: new Date('2026-01-01T00:00:00Z') },
    });
    const [request] = provider.received;
    expect(request?.target).toBe('/open/api/v3/merchant/query/trade?merchantOrderNo=A-1001&side=BUY');
    expect(request?.headers['access-token']).toBeUndefined();
    expect(Number(request?.headers['timestamp'])).toBeGreaterThanOrEqual(before);
    expect(Number(request?.headers['timestamp'])).toBeLessThanOrEqual(Date.now());
    expect(isSigned('v3', APP, SECRET, request!)).toBe(true);
  });

  it('about a SELL trade by both numbers, bare record included, with statuses that a setting maps', async () => {
    provider.answersWith({ orderNo: '9', status: 9 });
    const { gateway } = await start({ RAMP_STATUS_MAP: 'SELL:9=REFUNDED' });
    const result = await gateway.queryTrade({ side: 'SELL', tradeNo: 'S-1', orderNo: '9' }, 'customer');
    expect(result).toMatchObject({ kind: 'answered', value: { kind: 'SELL', status: 'REFUNDED', rampStatus: '9' } });
    expect(provider.received[0]?.target).toBe(
      '/open/api/v3/merchant/query/trade?merchantOrderNo=S-1&orderNo=9&side=SELL',
    );
  });

  it('about a number that does not exist', async () => {
    provider.answersWith(ok(null));
    const { gateway } = await start();
    const result = await gateway.queryTrade({ side: 'BUY', tradeNo: 'none', orderNo: null }, 'poll');
    expect(result).toMatchObject({ kind: 'answered', value: null });
  });

  it.each([null, ''])('without any number is a mistake of ours: %j', async (none) => {
    const { gateway } = await start();
    await expect(gateway.queryTrade({ side: 'BUY', tradeNo: none, orderNo: none }, 'poll')).rejects.toThrow(TypeError);
    expect(provider.received).toEqual([]);
  });

  it('for quotes, whose amount goes out in the caller’s digits', async () => {
    provider.answersWith(
      ok([
        { payWayCode: '1', cryptoQuantity: '53.1' },
        { payWayCode: '2', cryptoQuantity: 52.9 },
      ]),
    );
    const { gateway } = await start();
    const result = await gateway.quote(quote);
    expect(result).toMatchObject({
      kind: 'answered',
      value: [
        { payWayCode: '1', cryptoQuantity: '53.1', fiat: 'EUR' },
        { payWayCode: '2', cryptoQuantity: '52.9', fiat: 'EUR' },
      ],
    });
    const [request] = provider.received;
    expect([request?.method, request?.target]).toEqual(['POST', '/open/api/v3/merchant/order/quote']);
    expect(request?.body.toString()).toBe(
      '{"amount":"50.50","country":"DE","crypto":"USDT","fiat":"EUR","network":"ETH","side":"BUY","type":"ALL"}',
    );
    expect(request?.headers['access-token']).toBeUndefined();
  });

  it('for a SELL quote, without what the contract ignores there', async () => {
    provider.answersWith(ok({ fiatQuantity: '92.5' }));
    const { gateway } = await start();
    await gateway.quote({ ...quote, side: 'SELL', payWayCode: '10001' });
    expect(Object.keys(JSON.parse(provider.received[0]!.body.toString()) as object).sort()).toEqual([
      'amount',
      'country',
      'crypto',
      'fiat',
      'network',
      'side',
    ]);
  });

  it('for the crypto list', async () => {
    provider.answersWith(
      ok([{ crypto: 'USDT', network: 'ETH', buyEnable: 1, sellEnable: 0, minPurchaseAmount: 15.5 }]),
    );
    const { gateway } = await start();
    expect(await gateway.listCryptos('USD')).toMatchObject({
      kind: 'answered',
      value: [{ crypto: 'USDT', buyEnabled: true, sellEnabled: false }],
    });
    expect(provider.received[0]?.target).toBe('/open/api/v3/merchant/crypto/list?fiat=USD');
    expect(provider.received[0]?.headers['content-type']).toBeUndefined();
  });
});

describe('what the provider receives', () => {
  it.each(['v3', 'v4', 'legacy'] as const)('verifies against %s, whatever the fields hold', async (preset) => {
    provider.answersWith(ok(null));
    const { gateway } = await start({ RAMP_SIGNATURE: preset });
    const text = fc.string({
      minLength: 1,
      maxLength: 20,
      unit: fc.oneof(
        fc.constantFrom(...'a&=?#%+ \'"\\/é店😀\n\u0000\ud800'),
        fc.string({ minLength: 1, maxLength: 1 }),
      ),
    });
    await fc.assert(
      fc.asyncProperty(text, text, async (one, two) => {
        await gateway.createTrade({ ...trade, tradeNo: one, merchantName: two, memo: one, redirectUrl: two }, nobody);
        await gateway.queryTrade({ side: 'BUY', tradeNo: one, orderNo: two }, 'customer');
        await gateway.quote({ ...quote, payWayCode: one });
        const requests = provider.received.splice(0);
        expect(requests).toHaveLength(3);
        expect(requests.map((request) => isSigned(preset, APP, SECRET, request))).toEqual([true, true, true]);
      }),
      { numRuns: 40 },
    );
  });

  it.each(['v3', 'v4'] as const)('does not verify when it was changed on the way: %s', async (preset) => {
    provider.answersWith(ok(null));
    const { gateway } = await start({ RAMP_SIGNATURE: preset });
    await gateway.createTrade(trade, nobody);
    const [request] = provider.received;
    const body = Buffer.from(request!.body.toString().replace('100.00', '900.00'));
    expect(isSigned(preset, APP, SECRET, { ...request!, body })).toBe(false);
    expect(isSigned(preset, APP, 'another secret', request!)).toBe(false);
  });

  it('verifies where the base address brings a path of its own', async () => {
    provider.answersWith(ok([]));
    const { gateway } = await start({ RAMP_SIGNATURE: 'v4' }, `${base}/gate/way`);
    await gateway.listCryptos('USD');
    expect(provider.received[0]?.target).toBe('/gate/way/open/api/v3/merchant/crypto/list?fiat=USD');
    expect(isSigned('v4', APP, SECRET, provider.received[0]!)).toBe(true);
  });
});

describe('what is kept and logged', () => {
  it('holds no secret, token, signature or page, even when the provider quotes them', async () => {
    const { gateway, metrics } = await start();
    const logged: unknown[] = [];
    for (const level of ['debug', 'log', 'warn', 'error'] as const) {
      vi.spyOn(Logger.prototype, level).mockImplementation((...line: unknown[]) => void logged.push(line));
    }
    cleanUps.push(() => vi.restoreAllMocks());
    let signature = '';
    provider.answer = (response, request) => {
      signature = request.headers['sign'] as string;
      const quoted = `${signature} ${TOKEN} ${SECRET} jane@example.com`;
      response.end(JSON.stringify(no('3105', `Invalid Crypto Address ${quoted}`)));
    };
    const refused = await gateway.createTrade(trade, nobody);
    provider.answersWith(ok({ orderNo: '9001', payUrl: 'https://pay.example/p-SECRET-PAGE' }));
    const created = await gateway.createTrade(trade, nobody);
    const unsent = await gateway.createTrade(trade, { ...nobody, accessToken: 'bad\ttoken-value' });

    const kept = JSON.stringify([refused, created.evidence, unsent, logged, await metrics.registry.metrics()]);
    expect(signature).toMatch(/^[0-9a-f]{64}$/);
    for (const secret of [signature, TOKEN, SECRET, 'SECRET-PAGE', 't0ken', 'jane@', 'token-value', 'x=1']) {
      expect(kept).not.toContain(secret);
    }
    expect(logged).toHaveLength(3);
    expect(logged[0]).toEqual([
      { endpoint: 'create', kind: 'refused', httpStatus: 200, returnCode: '3105', ms: expect.any(Number) as number },
    ]);
  });

  it('is dated by the answer’s Date header', async () => {
    provider.answersWith(ok(null), 200, { date: 'Thu, 01 Jan 2026 00:00:05 GMT' });
    const { gateway } = await start();
    const { evidence } = await gateway.listCryptos('USD');
    expect(evidence).toEqual({
      endpoint: 'list',
      sent: { fiat: 'USD' },
      seen: ok(null),
      httpStatus: 200,
      traceId: 't-1',
      answeredAt: new Date('2026-01-01T00:00:05Z'),
    });
  });

  it('counts each call once', async () => {
    provider.answersWith(ok(null));
    const { gateway, metrics } = await start({ RAMP_ACCESS_TOKEN: '' });
    await gateway.queryTrade({ side: 'BUY', tradeNo: 'A', orderNo: null }, 'poll');
    await gateway.queryTrade({ side: 'BUY', tradeNo: 'A', orderNo: null }, 'poll');
    await gateway.createTrade(trade, nobody);
    expect(await calls(metrics)).toEqual([
      ['query', 'answered', 2],
      ['create', 'not_sent', 1],
    ]);
  });
});

describe('the budget', () => {
  it('refuses what is over it, without sending, and gives places back', async () => {
    provider.answersWith(ok(null));
    const { gateway } = await start({ RAMP_MAX_RPS: '2', RAMP_MAX_CONCURRENCY: '1' });
    expect(gateway.pollsAllowedNow()).toBe(1);
    const ask = () => gateway.queryTrade({ side: 'BUY', tradeNo: 'A', orderNo: null }, 'customer');
    const results = await Promise.all(Array.from({ length: 7 }, ask));
    const unsent = results.filter(({ kind }) => kind === 'not_sent');
    expect(unsent.length).toBeGreaterThanOrEqual(3);
    expect(unsent[0]).toMatchObject({ reason: 'budget' });
    expect(provider.received).toHaveLength(7 - unsent.length);
  });

  it('gives the place back when a call is refused for want of a token, or is a mistake', async () => {
    provider.answersWith(ok(null));
    const { gateway } = await start({ RAMP_ACCESS_TOKEN: '', RAMP_MAX_CONCURRENCY: '1' });
    await gateway.createTrade(trade, nobody);
    await expect(
      gateway.createTrade({ ...trade, amount: 1.5 as never }, { ...nobody, accessToken: 'token' }),
    ).rejects.toThrow();
    expect(await gateway.listCryptos('USD')).not.toMatchObject({ kind: 'not_sent' });
  });
});

async function calls(metrics: Metrics): Promise<unknown[]> {
  const { values } = await metrics.rampCalls.get();
  return values
    .filter(({ metricName }) => metricName?.endsWith('_count') === true)
    .map(({ labels, value }) => [labels.endpoint, labels.result, value]);
}
