import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { no, ok } from './support/envelopes.js';
import { APP, SECRET, TOKEN, calls, gatewayTests, always, nobody, startGateway, trade } from './support/gateway.js';
import { closedPort } from './support/provider.js';
import { isSigned } from './support/verify.js';

const at = gatewayTests();

describe('creating a trade', () => {
  it('sends the contract’s fields, signed with the committed timestamp, and returns number and page', async () => {
    at.provider.answersWith(ok({ orderNo: '9001', payUrl: 'https://pay.example/p' }));
    const { gateway } = await startGateway(at.base);
    const result = await gateway.createTrade(trade, nobody, always);

    expect(result).toMatchObject({ kind: 'answered', value: { orderNo: '9001', payUrl: 'https://pay.example/p' } });
    const [request] = at.provider.received;
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

  it('returns a refusal as one line without control characters', async () => {
    at.provider.answersWith(no('3105', 'bad\r\nlevel=error \u001b[31mred\u202e'));
    const { gateway } = await startGateway(at.base);
    expect(await gateway.createTrade(trade, nobody, always)).toMatchObject({
      kind: 'refused',
      returnMsg: 'bad??level=error ?[31mred?',
    });
  });

  it("prefers the checkout's token to the configured one", async () => {
    at.provider.answersWith(ok({ orderNo: '9001', payUrl: 'https://pay.example/p' }));
    const { gateway } = await startGateway(at.base);
    await gateway.createTrade(trade, { ...nobody, accessToken: 'customers-own' }, always);
    expect(at.provider.received[0]?.headers['access-token']).toBe('customers-own');
  });

  it.each([
    ['none', { RAMP_ACCESS_TOKEN: '' }, null],
    ['an empty one', { RAMP_ACCESS_TOKEN: '' }, ''],
    ['one that a header cannot carry', {}, 'broken\ntoken'],
  ])('sends nothing with %s for a token', async (_, change, accessToken) => {
    const { gateway } = await startGateway(at.base, change);
    const result = await gateway.createTrade(trade, { ...nobody, accessToken }, always);
    expect(result).toMatchObject({
      kind: 'not_sent',
      reason: 'no_access_token',
      evidence: { httpStatus: null, seen: null },
    });
    expect(at.provider.received).toEqual([]);
  });

  it('returns a refusal with limits and message', async () => {
    const message = 'Quote amount exceed the range, The Min purchase amount is 15, The max purchase amount is 2000';
    at.provider.answersWith(no('3102', message));
    const { gateway } = await startGateway(at.base);
    expect(await gateway.createTrade(trade, nobody, always)).toMatchObject({
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

  it('masks redirect URLs and callback tokens that the provider quotes', async () => {
    const [done, failed, token] = ['https://shop.example/of-jane', 'https://shop.example/not-of-jane', 't0ken-of-jane'];
    at.provider.answersWith(no('9999', `Refused: ${done} ${failed} ${token}`));
    const { gateway } = await startGateway(at.base);
    const callbackUrl = `https://pay.shop.example/callbacks/ramp/${token}`;
    const sent = { ...trade, redirectUrl: done, failRedirectUrl: failed, callbackUrl };
    expect(await gateway.createTrade(sent, nobody, always)).toMatchObject({
      kind: 'refused',
      returnMsg: 'Refused: [masked] [masked] [masked]',
      evidence: { seen: { returnMsg: 'Refused: [masked] [masked] [masked]' } },
    });
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
    [
      'says both refused and created',
      (response) =>
        response.end(
          '{"success":false,"success":true,"returnCode":"3105","returnCode":"0000","data":null,"data":{"orderNo":"9001","payUrl":"https://pay.example/p"}}',
        ),
      { kind: 'protocol' },
    ],
    ['answers with half an envelope', (response) => response.end('{"success":true,"ret'), { kind: 'protocol' }],
    ['answers without end', (response) => response.end(Buffer.alloc(3_000_000, ' ')), { kind: 'protocol' }],
  ])('once, even if the provider %s', async (_, answer, expected) => {
    at.provider.answer = (response) => answer(response);
    const { gateway, metrics } = await startGateway(at.base, { RAMP_TIMEOUT_MS: '300' });
    const result = await gateway.createTrade(trade, nobody, always);
    expect(result).toMatchObject({
      ...expected,
      evidence: { endpoint: 'create', sent: { merchantOrderNo: 'A-1001' } },
    });
    expect(at.provider.received).toHaveLength(1);
    expect(await calls(metrics)).toEqual([['create', result.kind, 1]]);
  });

  it('is not sent if the port is closed', async () => {
    const { gateway } = await startGateway(await closedPort(), {});
    expect(await gateway.createTrade(trade, nobody, always)).toMatchObject({
      kind: 'not_sent',
      reason: 'connection',
      detail: 'ECONNREFUSED',
    });
  });
});
