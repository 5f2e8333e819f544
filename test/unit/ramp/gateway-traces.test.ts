import { Logger } from '@nestjs/common';
import { describe, expect, it, vi } from 'vitest';
import { SECRET, TOKEN, calls, gatewayTests, no, always, nobody, ok, startGateway, trade } from './support/gateway.js';
import { LOG_EVENTS } from '#src/platform/telemetry/log-events.js';
import { cleanUp } from './support/transport.js';

const at = gatewayTests();

describe('evidence and logs', () => {
  it('hold no secret, token, signature or page, even if the provider quotes them', async () => {
    const { gateway, metrics } = await startGateway(at.base);
    const logged: unknown[] = [];
    for (const level of ['debug', 'log', 'warn', 'error'] as const) {
      vi.spyOn(Logger.prototype, level).mockImplementation((...line: unknown[]) => {
        // Only tests of other files request lists, and some do not wait for the answer.
        if ((line as [{ endpoint?: string }])[0].endpoint !== 'list') logged.push(line);
      });
    }
    cleanUp(() => vi.restoreAllMocks());
    let signature = '';
    at.provider.answer = (response, request) => {
      signature = request.headers['sign'] as string;
      const quoted = `${signature} ${TOKEN} ${SECRET} jane@example.com`;
      response.end(JSON.stringify(no('3105', `Invalid Crypto Address ${quoted}`)));
    };
    const refused = await gateway.createTrade(trade, nobody, always);
    at.provider.answersWith(no(`${SECRET}-${'9'.repeat(70)}`, 'the code quotes the secret'));
    const quoted = await gateway.createTrade(trade, nobody, always);
    expect(quoted).toMatchObject({ kind: 'refused', returnCode: `[masked]-${'9'.repeat(55)}…` });
    at.provider.answersWith(ok({ orderNo: '9001', payUrl: 'https://pay.example/p-SECRET-PAGE' }));
    const created = await gateway.createTrade(trade, nobody, always);
    const unsent = await gateway.createTrade(trade, { ...nobody, accessToken: 'bad\ttoken-value' }, always);

    const kept = JSON.stringify([refused, quoted, created.evidence, unsent, logged, await metrics.registry.metrics()]);
    expect(signature).toMatch(/^[0-9a-f]{64}$/);
    for (const secret of [signature, TOKEN, SECRET, 'SECRET-PAGE', 't0ken', 'jane@', 'token-value', 'x=1']) {
      expect(kept).not.toContain(secret);
    }
    // An unknown refusal is compared with the prices of all methods.
    expect(logged.map((line) => (line as [{ endpoint: string }])[0].endpoint)).toEqual([
      'create',
      'quote',
      'create',
      'create',
      'create',
    ]);
    expect(logged[0]).toEqual([
      {
        ...{ event: 'provider_call', msg: LOG_EVENTS.provider_call[1], ms: expect.any(Number) as number },
        ...{ endpoint: 'create', kind: 'refused', httpStatus: 200, returnCode: '3105' },
      },
    ]);
  });

  it('are dated by the answer’s Date header', async () => {
    at.provider.answersWith(ok(null), 200, { date: 'Thu, 01 Jan 2026 00:00:05 GMT' });
    const { gateway } = await startGateway(at.base);
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

  it('count each call once', async () => {
    at.provider.answersWith(ok(null));
    const { gateway, metrics } = await startGateway(at.base, { RAMP_ACCESS_TOKEN: '' });
    await gateway.queryTrade({ side: 'BUY', tradeNo: 'A', orderNo: null }, 'poll');
    await gateway.queryTrade({ side: 'BUY', tradeNo: 'A', orderNo: null }, 'poll');
    await gateway.createTrade(trade, nobody, always);
    expect(await calls(metrics)).toEqual([
      ['query', 'answered', 2],
      ['create', 'not_sent', 1],
    ]);
  });
});
