import { describe, expect, it } from 'vitest';
import { AppSecrets } from '#src/ramp/signing/app-secrets.js';
import type { Metrics } from '#src/platform/telemetry/metrics.js';
import { APP, SECRET, always, gatewayTests, no, nobody, ok, quote, startGateway, trade } from './support/gateway.js';
import { isSigned } from './support/verify.js';

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
  it('before the provider changes, the first secret signs without trials', async () => {
    providerWith([SECRET]);
    const { gateway, metrics } = await startGateway(at.base, BOTH);
    await gateway.queryTrade(ASK, 'poll');
    await gateway.createTrade(trade, nobody, always);
    expect(signedBy()).toEqual(['first', 'first']);
    expect(await gaugeOf(metrics)).toBe('ramp_checkout_provider_app_secret_in_use{secret="first"} 1');
  });

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
    const { gateway } = await startGateway(at.base, { RAMP_APP_SECRET_NEXT: NEXT });
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
