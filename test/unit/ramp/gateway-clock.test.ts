import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { ProviderClock } from '#src/ramp/provider/provider-clock.js';
import { no, ok } from './support/envelopes.js';
import {
  APP,
  SECRET,
  always,
  calls,
  gatewayTests,
  nobody,
  quote,
  startGateway,
  trade,
  TOKEN,
} from './support/gateway.js';
import { isSigned } from './support/verify.js';
import { isSignedByKnobs, schemeSettings } from './support/verify-custom.js';

const at = gatewayTests();
const MINUTE = 60_000;
const STALE = no('3103', 'Please refresh timestamp');

/** A provider whose clock is ahead of ours, and which refuses timestamps more than five minutes away from it. */
function providerAhead(ms: number, dated = true): void {
  at.provider.answer = (response, { headers }) => {
    const now = Date.now() + ms;
    const isFresh = Math.abs(Number(headers['timestamp']) - now) < 5 * MINUTE;
    response.sendDate = false;
    if (dated) response.setHeader('date', new Date(now).toUTCString());
    response.end(JSON.stringify(isFresh ? ok(null) : STALE));
  };
}

const stamps = (): number[] => at.provider.received.map(({ headers }) => Number(headers['timestamp']));

const ASK = { side: 'BUY', tradeNo: 'A-1001', orderNo: null } as const;

describe('a provider whose clock is not ours', () => {
  it.each([20 * MINUTE, -20 * MINUTE])('gets the query again at once, by its own clock: %i ms', async (ahead) => {
    providerAhead(ahead);
    const { gateway, module, metrics } = await startGateway(at.base);
    expect(await gateway.queryTrade(ASK, 'poll')).toMatchObject({ kind: 'answered' });
    expect(stamps()).toHaveLength(2);
    expect(Math.abs(stamps()[0]! - Date.now())).toBeLessThan(MINUTE);
    expect(Math.abs(stamps()[1]! - Date.now() - ahead)).toBeLessThan(MINUTE);
    expect(at.provider.received.map((request) => isSigned('v3', APP, SECRET, request))).toEqual([true, true]);
    expect(await calls(metrics)).toEqual([
      ['query', 'refused', 1],
      ['query', 'answered', 1],
    ]);

    // From then on every first attempt succeeds.
    await gateway.quote(quote);
    await gateway.queryTrade(ASK, 'customer');
    expect(stamps()).toHaveLength(4);
    expect(Math.abs(gateway.timestampNow() - Date.now() - ahead)).toBeLessThan(2000);
    const clock = module.get(ProviderClock);
    expect([clock.isCorrecting, Math.abs(clock.skewSeconds! - ahead / 1000) < 2]).toEqual([true, true]);
  });

  it('gets no second create; the next timestamp is by the provider’s clock', async () => {
    providerAhead(20 * MINUTE);
    const { gateway } = await startGateway(at.base);
    const result = await gateway.createTrade({ ...trade, stamp: Date.now() }, nobody, always);
    expect(result).toMatchObject({ kind: 'refused', reason: 'timestamp_expired', resendable: true });
    expect(at.provider.received).toHaveLength(1);
    expect(Math.abs(gateway.timestampNow() - Date.now() - 20 * MINUTE)).toBeLessThan(2000);
    const again = await gateway.createTrade({ ...trade, stamp: gateway.timestampNow() }, nobody, always);
    expect(again).not.toMatchObject({ reason: 'timestamp_expired' });
    expect(at.provider.received).toHaveLength(2);
  });

  it('does not correct timestamps by its dates alone, which may be a proxy’s', async () => {
    at.provider.answersWith(ok(null), 200, { date: new Date(Date.now() + 20 * MINUTE).toUTCString() });
    const { gateway, module } = await startGateway(at.base);
    for (let i = 0; i < 3; i++) await gateway.queryTrade(ASK, 'poll');
    for (const stamp of [...stamps(), gateway.timestampNow()])
      expect(Math.abs(stamp - Date.now())).toBeLessThan(MINUTE);
    expect(Math.abs(module.get(ProviderClock).skewSeconds! - 1200)).toBeLessThan(2);
  });
});

describe('a received request', () => {
  it.each(['v3', 'v4', 'legacy'] as const)('verifies against %s for any fields', async (preset) => {
    at.provider.answersWith(ok(null));
    const { gateway } = await startGateway(at.base, { RAMP_SIGNATURE: preset });
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
        await gateway.createTrade(
          { ...trade, tradeNo: one, merchantName: two, memo: one, redirectUrl: two },
          nobody,
          always,
        );
        await gateway.queryTrade({ side: 'BUY', tradeNo: one, orderNo: two }, 'customer');
        await gateway.quote({ ...quote, payWayCode: one });
        const requests = at.provider.received.splice(0);
        expect(requests).toHaveLength(3);
        expect(requests.map((request) => isSigned(preset, APP, SECRET, request))).toEqual([true, true, true]);
      }),
      { numRuns: 40 },
    );
  });
});

describe('a provider with a custom scheme', () => {
  const KNOBS = {
    digest: 'sha512',
    key: 'parameter',
    encoding: 'HEX',
    sort: 'as-sent',
    empty: 'keep',
  } as const;
  const HEADERS = 'appid=appId,timestamp=X-Ramp-Time,sign=x-ramp-sign,access-token=Authorization';

  it('receives valid signatures, with its header names and path', async () => {
    at.provider.answersWith(ok(null));
    const { gateway } = await startGateway(at.base, {
      ...schemeSettings(KNOBS),
      RAMP_SIGNATURE_HEADERS: HEADERS,
      RAMP_SIGNATURE_PATH_PREFIX: '/pay/v9/',
    });
    await gateway.createTrade(trade, nobody, always);
    await gateway.queryTrade({ side: 'BUY', tradeNo: 'A 1&é', orderNo: null }, 'customer');
    await gateway.quote(quote);
    const requests = at.provider.received;
    expect(requests.map(({ target }) => target)).toEqual([
      '/pay/v9/merchant/trade/create',
      '/pay/v9/merchant/query/trade?orderNo=&merchantOrderNo=A%201%26%C3%A9&side=BUY',
      '/pay/v9/merchant/order/quote',
    ]);
    const names = { appid: 'appid', timestamp: 'x-ramp-time', sign: 'x-ramp-sign' };
    const verified = requests.map((request) => isSignedByKnobs(KNOBS, APP, SECRET, request, names));
    expect(verified).toEqual([true, true, true]);
    expect(requests.map(({ headers }) => headers['authorization'])).toEqual([TOKEN, undefined, undefined]);
    expect(requests[0]!.headers).not.toHaveProperty('sign');
    expect(JSON.parse(requests[0]!.body.toString())).toMatchObject({ memo: '', failRedirectUrl: '', depositType: 2 });
    const rawNames = requests[0]!.rawHeaders.filter((_, index) => index % 2 === 0);
    expect(rawNames).toEqual(expect.arrayContaining(['appId', 'X-Ramp-Time', 'x-ramp-sign', 'Authorization']));
  });

  it('never has its secret or a signature in the evidence', async () => {
    const { gateway } = await startGateway(at.base, {
      RAMP_SIGNATURE_HEADERS: HEADERS,
      RAMP_APP_SECRET_NEXT: 'the-next-secret',
      RAMP_SIGNATURE_REFUSED_CODES: '1002',
    });
    at.provider.answer = (response, { headers }) => {
      const said = `${SECRET} the-next-secret ${String(headers['x-ramp-sign'])} ${TOKEN}`;
      response.end(JSON.stringify({ ...ok(null), success: false, returnCode: '9999', returnMsg: said }));
    };
    const result = await gateway.createTrade(trade, nobody, always);
    expect(result).toMatchObject({ kind: 'refused', returnMsg: '[masked] [masked] [masked] [masked]' });
    expect(JSON.stringify(result)).not.toMatch(/k3y|the-next|fixed-token/);
  });
});
