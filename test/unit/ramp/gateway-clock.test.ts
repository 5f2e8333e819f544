import { describe, expect, it } from 'vitest';
import { ProviderClock } from '#src/ramp/provider/provider-clock.js';
import {
  APP,
  SECRET,
  always,
  calls,
  gatewayTests,
  no,
  nobody,
  ok,
  quote,
  startGateway,
  trade,
} from './support/gateway.js';
import { isSigned } from './support/verify.js';

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

  it('gets a query at most twice', async () => {
    at.provider.answersWith(STALE);
    const { gateway } = await startGateway(at.base);
    expect(await gateway.listCryptos('USD')).toMatchObject({ kind: 'refused', reason: 'timestamp_expired' });
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

  it('gets one more query by our clock if it sends no dates', async () => {
    providerAhead(20 * MINUTE, false);
    const { gateway, module } = await startGateway(at.base);
    expect(await gateway.queryTrade(ASK, 'poll')).toMatchObject({ kind: 'refused', reason: 'timestamp_expired' });
    expect(at.provider.received).toHaveLength(2);
    expect(module.get(ProviderClock).skewSeconds).toBeNull();
    expect(Math.abs(gateway.timestampNow() - Date.now())).toBeLessThan(MINUTE);
  });
});
