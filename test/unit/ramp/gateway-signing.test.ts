import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { APP, SECRET, gatewayTests, always, nobody, ok, quote, startGateway, trade } from './support/gateway.js';
import { isSigned } from './support/verify.js';

const at = gatewayTests();

describe('what the provider receives', () => {
  it.each(['v3', 'v4', 'legacy'] as const)('verifies against %s, whatever the fields hold', async (preset) => {
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

  it.each(['v3', 'v4'] as const)('does not verify when it was changed on the way: %s', async (preset) => {
    at.provider.answersWith(ok(null));
    const { gateway } = await startGateway(at.base, { RAMP_SIGNATURE: preset });
    await gateway.createTrade(trade, nobody, always);
    const [request] = at.provider.received;
    const body = Buffer.from(request!.body.toString().replace('100.00', '900.00'));
    expect(isSigned(preset, APP, SECRET, { ...request!, body })).toBe(false);
    expect(isSigned(preset, APP, 'another secret', request!)).toBe(false);
  });

  it('verifies where the base address brings a path of its own', async () => {
    at.provider.answersWith(ok([]));
    const { gateway } = await startGateway(`${at.base}/gate/way`, { RAMP_SIGNATURE: 'v4' });
    await gateway.listCryptos('USD');
    expect(at.provider.received[0]?.target).toBe('/gate/way/open/api/v3/merchant/crypto/list?fiat=USD');
    expect(isSigned('v4', APP, SECRET, at.provider.received[0]!)).toBe(true);
  });
});
