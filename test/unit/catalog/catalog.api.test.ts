import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CatalogModule } from '#src/catalog/catalog.module.js';
import { RampGateway } from '#src/ramp/port/ramp.gateway.js';
import { startEdge } from '../platform/http/edge.js';
import type { Edge } from '../platform/http/edge.js';
import { NOT_SENT, ScriptedRamp, evidence, listed, pair, quote, quoted, refusedMethod } from './scripted-ramp.js';

describe('catalog over HTTP', () => {
  const ramp = new ScriptedRamp();
  let edge: Edge;

  beforeAll(async () => {
    edge = await startEdge({ imports: [CatalogModule], providers: [{ provide: RampGateway, useValue: ramp }] });
  });
  afterAll(() => edge.close());
  beforeEach(() => {
    ramp.quoted.length = 0;
    ramp.quoting = () => Promise.resolve(quoted([quote()]));
  });

  describe('GET /v1/cryptos', () => {
    it('lists pairs with their limits unchanged', async () => {
      ramp.list = () =>
        Promise.resolve(
          listed([
            pair({ minBuyAmount: '15.00', maxSellAmount: null }),
            pair({ crypto: 'BNB', network: 'BNB', buyEnabled: false }),
            pair({ crypto: 'XRP', network: 'XRP', buyEnabled: false }),
          ]),
        );
      const { status, json } = await edge.get('/v1/cryptos?fiat=USD');
      expect(status).toBe(200);
      expect(json).toEqual({
        fiat: 'USD',
        asOf: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as string,
        items: [
          {
            crypto: 'USDT',
            network: 'ETH',
            buyEnabled: true,
            sellEnabled: true,
            buyPaused: null,
            sellPaused: null,
            minBuyAmount: '15.00',
            maxBuyAmount: '2000',
            minSellAmount: '20',
            maxSellAmount: null,
            icon: 'https://icons.example/usdt.png',
            address: null,
            memoRequired: false,
            memoLabel: null,
            addressChecked: true,
          },
          expect.objectContaining({ network: 'BNB', memoRequired: true, memoLabel: 'memo', buyEnabled: false }),
          expect.objectContaining({ network: 'XRP', memoRequired: false, memoLabel: 'tag' }),
        ],
      });
    });

    it('lists one side on request', async () => {
      const { json } = await edge.get('/v1/cryptos?fiat=USD&side=BUY');
      expect((json['items'] as { crypto: string }[]).map(({ crypto }) => crypto)).toEqual(['USDT']);
      const both = await edge.get('/v1/cryptos?fiat=USD&side=SELL');
      expect(both.json['items']).toHaveLength(3);
    });

    it.each([
      ['?fiat=', ['fiat']],
      ['?fiat=usd', ['fiat']],
      ['?fiat=USDT', ['fiat']],
      ['?fiat=USD&fiat=EUR', ['fiat']],
      ['?fiat=USD&side=HOLD', ['side']],
      ['?fiat=x&side=HOLD&page=2', ['fiat', 'page', 'side']],
    ])('%j is invalid', async (query, fields) => {
      const { status, json } = await edge.get(`/v1/cryptos${query}`);
      expect([status, json['code']]).toEqual([400, 'invalid_request']);
      expect((json['errors'] as { field: string }[]).map(({ field }) => field).sort()).toEqual(fields);
    });

    it('defaults to US dollars, with short private caching', async () => {
      const { status, json, headers } = await edge.get('/v1/cryptos');
      expect([status, json['fiat'], ramp.listed.at(-1)]).toEqual([200, 'USD', 'USD']);
      expect(headers.get('cache-control')).toBe('private, max-age=15');
    });

    it('is 503 and not cached if there was never a list', async () => {
      ramp.list = () => Promise.resolve(NOT_SENT);
      const { status, headers, json } = await edge.get('/v1/cryptos?fiat=JPY');
      expect([status, json['code'], Number(headers.get('retry-after')) > 0]).toEqual([503, 'ramp_unavailable', true]);
      expect(headers.get('cache-control')).toBe('no-store');
    });
  });

  describe('POST /v1/quotes', () => {
    const wish = { side: 'BUY', crypto: 'USDT', network: 'ETH', fiat: 'USD', country: 'DE', amount: '100' };

    it('returns a list with one quote, in the fields of the contract', async () => {
      const { status, json } = await edge.post('/v1/quotes', wish);
      expect([status, json]).toEqual([200, { items: [quote()], failures: [] }]);
      expect(ramp.quoted).toEqual([{ ...wish, amount: '100.00', payWayCode: null, type: 'ONE' }]);
    });

    it('returns all quotes, best first', async () => {
      ramp.quoting = () =>
        Promise.resolve(
          quoted([quote({ cryptoQuantity: null }), quote({ cryptoQuantity: '9' }), quote({ cryptoQuantity: '10' })]),
        );
      const { json } = await edge.post('/v1/quotes', { ...wish, type: 'ALL', payWayCode: null });
      expect((json['items'] as { cryptoQuantity: string }[]).map(({ cryptoQuantity }) => cryptoQuantity)).toEqual([
        '10',
        '9',
        null,
      ]);
    });

    it('returns the methods without a price beside the quotes', async () => {
      const failures = [
        refusedMethod('10002'),
        { payWayCode: null, refusal: null },
        refusedMethod('10003', { reason: 'undocumented', returnMsg: 'their words' }),
      ];
      ramp.quoting = () => Promise.resolve(quoted([quote()], failures));
      const { status, json, text } = await edge.post('/v1/quotes', { ...wish, type: 'ALL' });
      expect([status, json['items']]).toEqual([200, [quote()]]);
      expect(json['failures']).toEqual([
        { payWayCode: '10002', code: 'amount_out_of_range', message: 'The amount must be from 50 to 2000 USD.' },
        {
          payWayCode: null,
          code: 'ramp_protocol',
          message: 'The payment provider sent an invalid response.',
        },
        { payWayCode: '10003', code: 'ramp_refused', message: 'The payment provider rejected the request.' },
      ]);
      expect(text).not.toContain('their words');
    });

    it('is empty if the provider offers no method', async () => {
      ramp.quoting = () => Promise.resolve(quoted([]));
      const { status, json } = await edge.post('/v1/quotes', { ...wish, type: 'ALL' });
      expect([status, json]).toEqual([200, { items: [], failures: [] }]);
    });

    it('names every invalid field', async () => {
      const { status, json } = await edge.post('/v1/quotes', {
        side: 'buy',
        crypto: 'U SDT',
        network: '',
        fiat: 'XAU',
        country: 'de',
        amount: 100,
        payWayCode: 7,
        type: 'SOME',
        merchant: 'x',
      });
      expect([status, json['code']]).toEqual([400, 'invalid_request']);
      const fields = (json['errors'] as { field: string }[]).map(({ field }) => field).sort();
      expect(fields).toEqual([
        'amount',
        'country',
        'crypto',
        'fiat',
        'merchant',
        'network',
        'payWayCode',
        'side',
        'type',
      ]);
      expect(json['errors']).toContainEqual({
        field: 'fiat',
        message: 'must be an ISO 4217 currency code, such as USD',
      });
    });

    it.each(['0', '0.00', '-1', '+1', '1e3', '01', '1.', '.5', '1,5', ' 1', '', 'NaN', 'Infinity', '1'.repeat(50)])(
      'the amount %j is not one',
      async (amount) => {
        const { status, json } = await edge.post('/v1/quotes', { ...wish, amount });
        expect([status, json['errors']]).toEqual([
          400,
          [{ field: 'amount', message: 'must be a positive decimal string, such as "100.00"' }],
        ]);
      },
    );

    it('answers 422 for too many decimals', async () => {
      const { status, json } = await edge.post('/v1/quotes', { ...wish, amount: '100.000' });
      expect([status, json['code']]).toEqual([422, 'amount_precision']);
    });

    it('translates refusals of the provider', async () => {
      ramp.quoting = () =>
        Promise.resolve({
          kind: 'refused',
          reason: 'amount_out_of_range',
          returnCode: '3102',
          returnMsg: 'Quote amount exceed the range, ...',
          min: '15',
          max: '2000.50',
          resendable: false,
          evidence: evidence('quote'),
        });
      const { status, json } = await edge.post('/v1/quotes', wish);
      expect(status).toBe(422);
      expect(json).toMatchObject({
        code: 'amount_out_of_range',
        detail: 'The amount must be from 15 to 2000.50 USD.',
        min: '15',
        max: '2000.50',
        ramp: { returnCode: '3102', returnMsg: 'Quote amount exceed the range, ...', traceId: 'up-1' },
      });
    });
  });

  describe('OpenAPI document over HTTP', () => {
    it('is served compressed', async () => {
      const packed = await fetch(`${edge.url}/openapi.json`, { headers: { 'accept-encoding': 'gzip' } });
      expect(packed.headers.get('content-encoding')).toBe('gzip');
      expect(await packed.json()).toMatchObject({ openapi: '3.1.0' });
    });

    it('forbids loading any resources', async () => {
      const { headers } = await edge.get('/openapi.json');
      expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'/);
      expect(headers.get('content-security-policy')).not.toContain('self');
    });
  });
});
