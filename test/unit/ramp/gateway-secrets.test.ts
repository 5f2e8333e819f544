import { describe, expect, it, vi } from 'vitest';
import { Logger } from '@nestjs/common';
import { AppSecrets } from '#src/ramp/signing/app-secrets.js';
import type { Metrics } from '#src/platform/telemetry/metrics.js';
import { LOG_EVENTS } from '#src/platform/telemetry/log-events.js';
import { no, ok } from './support/envelopes.js';
import {
  APP,
  SECRET,
  always,
  gatewayTests,
  nobody,
  quote,
  startGateway,
  trade,
  TOKEN,
  calls,
} from './support/gateway.js';
import { isSigned } from './support/verify.js';
import { cleanUp } from './support/transport.js';

const at = gatewayTests();
const NEXT = 'n3xt-secret-for-tests';
const BOTH = { RAMP_APP_SECRET_NEXT: NEXT, RAMP_SIGNATURE_REFUSED_CODES: '1002' };
const ASK = { side: 'BUY', tradeNo: 'A-1001', orderNo: null } as const;
const ANSWERS: readonly [end: string, answer: unknown][] = [
  ['query/trade', ok(null)],
  ['crypto/list', ok([])],
  ['order/quote', ok([{ payWayCode: '1', cryptoQuantity: '53.1' }])],
  ['trade/create', ok({ orderNo: '9001', payUrl: 'https://pay.example/p' })],
];

/** A provider that accepts these secrets, and refuses all others with this code and status. */
function providerWith(good: readonly string[], code = '1002', status = 200): void {
  at.provider.answer = (response, request) => {
    const isGood = good.some((secret) => isSigned('v3', APP, secret, request));
    const said = ANSWERS.find(([end]) => request.target.split('?')[0]!.endsWith(end))?.[1];
    response.statusCode = isGood ? 200 : status;
    response.end(JSON.stringify(isGood ? said : no(code, 'Invalid signature')));
  };
}

const signedBy = (): string[] =>
  at.provider.received.map((request) => (isSigned('v3', APP, NEXT, request) ? 'second' : 'first'));

async function gaugeOf(metrics: Metrics): Promise<string | undefined> {
  const text = await metrics.registry.getSingleMetricAsString('ramp_checkout_provider_app_secret_in_use');
  return text.split('\n').at(-1);
}

describe('a rotation of the app secret', () => {
  it.each(['query', 'list', 'quote'] as const)(
    'a refused %s finds the second, which then signs creates too',
    async (kind) => {
      providerWith([NEXT]);
      const { gateway, metrics, module } = await startGateway(at.base, BOTH);
      const ask = {
        query: () => gateway.queryTrade(ASK, 'poll'),
        list: () => gateway.listCryptos('USD'),
        quote: () => gateway.quote(quote),
      };
      expect(await ask[kind]()).toMatchObject({ kind: 'answered' });
      expect(signedBy()).toEqual(['first', 'second']);
      expect(module.get(AppSecrets).inUse).toBe('second');
      expect(await gaugeOf(metrics)).toBe('ramp_checkout_provider_app_secret_in_use{secret="second"} 1');

      expect(await gateway.createTrade(trade, nobody, always)).toMatchObject({ kind: 'answered' });
      expect(signedBy()).toEqual(['first', 'second', 'second']);
    },
  );

  it('can be undone: the last accepted secret signs', async () => {
    providerWith([NEXT]);
    const { gateway } = await startGateway(at.base, BOTH);
    await gateway.queryTrade(ASK, 'poll');
    providerWith([SECRET]);
    await gateway.queryTrade(ASK, 'poll');
    await gateway.queryTrade(ASK, 'poll');
    expect(signedBy()).toEqual(['first', 'second', 'second', 'first', 'first']);
  });

  it.each([401, 403])('HTTP %i with an unknown code triggers the trial', async (status) => {
    providerWith([NEXT], '9998', status);
    const { gateway } = await startGateway(at.base, { ...BOTH, RAMP_SIGNATURE_REFUSED_CODES: '401' });
    expect(await gateway.queryTrade(ASK, 'poll')).toMatchObject({ kind: 'answered' });
    expect(signedBy()).toEqual(['first', 'second']);
  });

  it.each([
    ['a code that nobody knows', '9998', 200],
    ['a documented code with 401', '3104', 401],
    ['an unreadable page', null, 401],
  ])('%s does not', async (_, code, status) => {
    at.provider.answer = (response) =>
      response.writeHead(status).end(code === null ? '<html>' : JSON.stringify(no(code, 'x')));
    const { gateway } = await startGateway(at.base, BOTH);
    await gateway.queryTrade(ASK, 'poll');
    expect(signedBy()).toEqual(['first']);
  });

  it('tries each secret once per query if neither is accepted', async () => {
    providerWith([]);
    const { gateway, module } = await startGateway(at.base, BOTH);
    expect(await gateway.queryTrade(ASK, 'poll')).toMatchObject({ kind: 'refused', reason: 'signature' });
    expect(signedBy()).toEqual(['first', 'second']);
    expect(module.get(AppSecrets).inUse).toBe('first');
  });

  it('another refusal does not count as acceptance', async () => {
    at.provider.answer = (response, request) => {
      const code = isSigned('v3', APP, NEXT, request) ? '9999' : '1002';
      response.end(JSON.stringify(no(code, 'No')));
    };
    const { gateway, module } = await startGateway(at.base, BOTH);
    expect(await gateway.queryTrade(ASK, 'poll')).toMatchObject({ kind: 'refused', returnCode: '9999' });
    expect(module.get(AppSecrets).inUse).toBe('first');
  });

  it('does not repeat a refused signature with one secret', async () => {
    providerWith([NEXT]);
    const { gateway } = await startGateway(at.base, { RAMP_SIGNATURE_REFUSED_CODES: '1002' });
    expect(await gateway.queryTrade(ASK, 'poll')).toMatchObject({
      kind: 'refused',
      reason: 'signature',
      resendable: false,
    });
    expect(await gateway.createTrade(trade, nobody, always)).toMatchObject({ kind: 'refused', reason: 'signature' });
    expect(signedBy()).toEqual(['first', 'first']);
  });
});

describe('a create whose signature is refused', () => {
  it('is not sent again; a query finds the right secret for the next create', async () => {
    providerWith([NEXT]);
    const { gateway, module } = await startGateway(at.base, BOTH);
    expect(await gateway.createTrade(trade, nobody, always)).toMatchObject({ reason: 'signature', resendable: false });
    await expect.poll(() => module.get(AppSecrets).inUse).toBe('second');
    const posts = at.provider.received.filter(({ method }) => method === 'POST');
    expect(posts).toHaveLength(1);
    expect(await gateway.createTrade(trade, nobody, always)).toMatchObject({ kind: 'answered' });
  });
});

describe('wrong timestamp and secret', () => {
  it('are corrected one after the other, each once', async () => {
    at.provider.answer = (response, request) => {
      const now = Date.now() + 20 * 60_000;
      response.setHeader('date', new Date(now).toUTCString());
      const isFresh = Math.abs(Number(request.headers['timestamp']) - now) < 5 * 60_000;
      const said = isFresh ? (isSigned('v3', APP, NEXT, request) ? ok(null) : no('1002', 'sign')) : no('3103', 'stale');
      response.end(JSON.stringify(said));
    };
    const { gateway } = await startGateway(at.base, BOTH);
    expect(await gateway.queryTrade(ASK, 'poll')).toMatchObject({ kind: 'answered' });
    expect(signedBy()).toEqual(['first', 'first', 'second']);
  });
});

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
        event: 'provider_call',
        msg: LOG_EVENTS.provider_call[1],
        ms: expect.any(Number) as number,
        endpoint: 'create',
        kind: 'refused',
        httpStatus: 200,
        returnCode: '3105',
      },
    ]);
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
