import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { ProviderState } from '#src/ramp/provider/provider-state.js';
import { ok } from './support/envelopes.js';
import { always, gatewayTests, nobody, quote, startGateway, trade } from './support/gateway.js';

const at = gatewayTests();
const QUICK = { RAMP_TIMEOUT_MS: '150' };

const silence = (): void => undefined;

async function gaugeOf(metrics: {
  registry: { getSingleMetricAsString(name: string): Promise<string> };
}): Promise<string> {
  const text = await metrics.registry.getSingleMetricAsString('ramp_checkout_provider_breaker_open');
  return text.split('\n').at(-1) ?? '';
}

async function untilTrue(look: () => boolean): Promise<void> {
  const end = performance.now() + 60_000;
  while (!look()) {
    if (performance.now() > end) throw new Error('did not come');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

describe('a provider that does not answer', () => {
  it('five times: further calls are held back until a probe is answered', async () => {
    at.provider.answer = silence;
    const { gateway, metrics, module } = await startGateway(at.base, QUICK);
    const state = module.get(ProviderState);
    expect(gateway.pollsAllowedNow()).toBeGreaterThan(0);
    for (let call = 1; call <= 5; call++) {
      expect(state.isBreakerOpen()).toBe(false);
      expect(await gateway.createTrade(trade, nobody, always)).toMatchObject({ kind: 'unknown', reason: 'timeout' });
    }
    expect(at.provider.received).toHaveLength(5);
    const held = await Promise.all([
      gateway.createTrade(trade, nobody, always),
      gateway.queryTrade({ side: 'BUY', tradeNo: 'A', orderNo: null }, 'poll'),
      gateway.quote(quote),
      gateway.listCryptos('EUR'),
    ]);
    for (const result of held) expect(result).toMatchObject({ kind: 'not_sent', reason: 'breaker_open' });
    expect([state.current(), gateway.pollsAllowedNow(), await gaugeOf(metrics)]).toEqual([
      'down',
      0,
      'ramp_checkout_provider_breaker_open 1',
    ]);

    // Without any call the probe finds that the provider is back, even by an error response.
    at.provider.answer = (response: ServerResponse) => response.writeHead(500).end('<html>');
    await untilTrue(() => !state.isBreakerOpen());
    const probes = at.provider.received.slice(5);
    expect(probes.length).toBeGreaterThanOrEqual(1);
    for (const { method, target, headers } of probes) {
      expect([method, target]).toEqual(['GET', '/open/api/v3/merchant/crypto/list?fiat=USD']);
      expect(headers['sign']).toBeDefined();
    }
    expect(await gaugeOf(metrics)).toBe('ramp_checkout_provider_breaker_open 0');
    at.provider.answersWith(ok({ orderNo: '9001', payUrl: 'https://pay.example/p' }));
    expect(await gateway.createTrade(trade, nobody, always)).toMatchObject({ kind: 'answered' });
    expect(state.current()).toBe('up');
  });

  it.each<[string, (response: ServerResponse) => unknown]>([
    ['fails with 503', (response) => response.writeHead(503).end()],
    ['redirects', (response) => response.writeHead(302, { location: '/x' }).end()],
    ['answers with nonsense', (response) => response.end('<html>')],
    ['refuses', (response) => response.end(JSON.stringify({ success: false, returnCode: '3104', returnMsg: 'no' }))],
    ['is busy', (response) => response.writeHead(429, { 'retry-after': '0' }).end()],
    ['breaks connections', (response) => response.destroy()],
  ])('excludes one that %s', async (_, answer) => {
    at.provider.answer = answer;
    const { gateway, module } = await startGateway(at.base);
    for (let call = 1; call <= 7; call++) await gateway.listCryptos('USD');
    expect(at.provider.received).toHaveLength(7);
    expect(module.get(ProviderState).isBreakerOpen()).toBe(false);
  });

  it('calls waiting for the budget are not sent after it opens', async () => {
    at.provider.answer = silence;
    const { gateway } = await startGateway(at.base, { ...QUICK, RAMP_MAX_CONCURRENCY: '1' });
    const create = () => gateway.createTrade(trade, nobody, always);
    // One time-out per waiting call is enough.
    for (let call = 1; call <= 4; call++) await create();
    const results = await Promise.all(Array.from({ length: 8 }, create));
    expect(at.provider.received).toHaveLength(5);
    expect(results.filter((result) => result.kind === 'not_sent' && result.reason === 'breaker_open')).toHaveLength(7);
  });
});

describe('a call that waited too long', () => {
  it('is checked before and after the budget and on an open connection; nothing is sent', async () => {
    for (const lastYes of [0, 1, 2]) {
      const { gateway } = await startGateway(at.base);
      let asked = 0;
      const result = await gateway.createTrade(trade, nobody, () => ++asked <= lastYes);
      expect(result).toMatchObject({ kind: 'not_sent', reason: 'too_late' });
      expect(asked).toBe(lastYes + 1);
    }
    expect(at.provider.received).toEqual([]);
  });
});
