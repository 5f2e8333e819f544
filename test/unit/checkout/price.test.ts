import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CatalogService } from '#src/catalog/catalog.service.js';
import { ChecksService } from '#src/checkout/checks.service.js';
import { hasJustMoved, judgePrice, quoteMoved } from '#src/checkout/price.js';
import type { ShownPrice, TradeRow } from '#src/orders/model/order.types.js';
import type { QuoteRequest } from '#src/ramp/port/ramp.types.js';
import { rampProblem } from '#src/ramp/port/ramp-problem.js';
import type { RampFailure } from '#src/ramp/port/ramp.errors.js';
import { compareDecimals } from '#src/platform/terms/decimal.js';
import { NOW, at } from '../../support/moments.js';
import { asked, refusal, unknownTrade } from '../../support/order-builders.js';
import { evidence, quote } from '../catalog/scripted-ramp.js';

const shown = { cryptoQuantity: '100', tolerancePercent: '1' };
const gives = (cryptoQuantity: string | null, given = {}) => quote({ cryptoQuantity, payWayCode: '10001', ...given });

describe('price: does it hold', () => {
  it.each([
    ['100', 'holds'],
    ['99', 'holds'],
    ['99.000000000000000000', 'holds'],
    ['98.999999999999999999', 'declined'],
    ['150', 'holds'],
    ['0', 'declined'],
    ['-100', 'declined'],
    [null, 'declined'],
    ['1e9', 'declined'],
  ])('100 shown, %s received: %s', (received, kind) => {
    expect(judgePrice(shown, asked(), [gives(received)]).kind).toBe(kind);
  });

  it('returns the current price for a retry', () => {
    const now = gives('98');
    expect(judgePrice(shown, asked(), [now])).toEqual({
      kind: 'declined',
      refusal: {
        problem: 'quote_moved',
        returnCode: null,
        returnMsg: null,
        traceId: null,
        min: null,
        max: null,
        quote: now,
      },
    });
    expect(judgePrice({ ...shown, cryptoQuantity: now.cryptoQuantity! }, asked(), [now]).kind).toBe('holds');
    expect(quoteMoved('A-1', now)).toMatchObject({
      status: 422,
      extras: { members: { merchantOrderNo: 'A-1', quote: now } },
    });
  });

  it('uses the requested payment method among all quotes', () => {
    const others = [gives('120', { payWayCode: '10002' }), gives('98')];
    expect(judgePrice(shown, asked(), others).kind).toBe('declined');
    expect(judgePrice(shown, asked({ payWayCode: '10002' }), others).kind).toBe('holds');
    // A quote without a payment method is for the requested one.
    expect(judgePrice(shown, asked(), [gives('100', { payWayCode: null })]).kind).toBe('holds');
  });

  it.each([
    ['another crypto', [gives('100', { crypto: 'DOGE' })]],
    ['another currency', [gives('100', { fiat: 'EUR' })]],
    ['none', []],
  ])('a quote for %s is ignored', (_, quotes) => {
    expect(judgePrice(shown, asked(), quotes)).toMatchObject({ kind: 'declined', refusal: { quote: null } });
  });

  it('ignores letter case', () => {
    expect(judgePrice(shown, asked(), [gives('100', { crypto: 'usdt', fiat: 'usd' })]).kind).toBe('holds');
  });

  it('more always holds, less only within the tolerance, and 100 % allows anything', () => {
    const amounts = fc.bigInt({ min: 1n, max: 10n ** 40n }).map((units) => {
      const digits = units.toString().padStart(31, '0');
      return `${digits.slice(0, -30)}.${digits.slice(-30)}`.replace(/^0+(?=\d)/, '');
    });
    fc.assert(
      fc.property(amounts, amounts, (a, b) => {
        const [less, more] = compareDecimals(a, b) < 0 ? [a, b] : [b, a];
        const verdict = (promised: string, received: string, tolerancePercent: string) =>
          judgePrice({ cryptoQuantity: promised, tolerancePercent }, asked(), [gives(received)]).kind;
        expect(verdict(less, more, '0')).toBe('holds');
        expect(verdict(more, less, '0')).toBe(compareDecimals(a, b) === 0 ? 'holds' : 'declined');
        expect(verdict(more, less, '100')).toBe('holds');
      }),
    );
  });
});

describe('price: has it just moved', () => {
  const moved = unknownTrade({
    status: 'REJECTED',
    outcome: 'not_sent',
    shownQuantity: '99.50',
    tolerancePercent: '1',
    statusAt: NOW,
    refusal: refusal({ problem: 'quote_moved' }),
  });
  const same = { cryptoQuantity: '99.5', tolerancePercent: '1.0' };

  it.each<[string, boolean, TradeRow, ShownPrice | null, number]>([
    ['at once', true, moved, same, 0],
    ['a little later', true, moved, same, 9_999],
    ['too long ago', false, moved, same, 10_000],
    ['for another quantity', false, moved, { ...same, cryptoQuantity: '99.4' }, 0],
    ['with another tolerance', false, moved, { ...same, tolerancePercent: '2' }, 0],
    ['for any price', false, moved, null, 0],
    ['refused for something else', false, { ...moved, refusal: refusal() }, same, 0],
    ['asked for anew meanwhile', false, { ...moved, status: 'CREATING' }, same, 0],
    ['no price was shown before', false, { ...moved, shownQuantity: null, tolerancePercent: null }, same, 0],
  ])('%s: %s', (_, expected, trade, quote, ms) => expect(hasJustMoved(trade, quote, at(ms))).toBe(expected));
});

describe('price: the query', () => {
  const trade = unknownTrade({ shownQuantity: '100', tolerancePercent: '1' });

  function prices(quotes: CatalogService['quotes']) {
    const wishes: QuoteRequest[] = [];
    const catalog = {
      quotes: (wish: QuoteRequest) => {
        wishes.push(wish);
        return quotes(wish);
      },
    } as unknown as CatalogService;
    return { wishes, service: new ChecksService(catalog, {} as never, {} as never, {} as never) };
  }

  const failing = (failure: RampFailure) => prices(() => Promise.reject(rampProblem(failure, 'USD')));

  it('has the terms of the trade, and is sent once', async () => {
    const { wishes, service } = prices(() => Promise.resolve([gives('100')]));
    expect((await service.checkPrice(trade, asked())).kind).toBe('holds');
    expect(wishes).toEqual([
      {
        side: 'BUY',
        type: 'ONE',
        crypto: 'USDT',
        network: 'ETH',
        fiat: 'USD',
        country: 'US',
        amount: '100.00',
        payWayCode: '10001',
      },
    ]);
  });

  it('is skipped without a shown price', async () => {
    const { wishes, service } = prices(() => Promise.reject(new Error('asked')));
    expect(await service.checkPrice(unknownTrade(), asked())).toEqual({ kind: 'holds', quote: null });
    expect(wishes).toEqual([]);
  });

  const refused = (given: object): RampFailure => ({
    kind: 'refused',
    reason: 'undocumented',
    returnCode: '9999',
    returnMsg: 'In their words',
    min: null,
    max: null,
    resendable: false,
    evidence: evidence('quote'),
    ...given,
  });

  it.each<[string, RampFailure]>([
    ['no answer', { kind: 'unknown', reason: 'timeout', detail: '', evidence: evidence('quote') }],
    ['nobody listens', { kind: 'not_sent', reason: 'connection', detail: '', evidence: evidence('quote') }],
    ['the breaker is open', { kind: 'not_sent', reason: 'breaker_open', detail: '', evidence: evidence('quote') }],
    ['the database gives no slot', { kind: 'not_sent', reason: 'database', detail: '', evidence: evidence('quote') }],
    ['over budget', { kind: 'not_sent', reason: 'budget', detail: '', evidence: evidence('quote') }],
    ['nonsense', { kind: 'protocol', detail: '', evidence: evidence('quote') }],
    ['429', refused({ reason: 'rate_limited', resendable: true })],
  ])('%s: the price is unknown', async (_, failure) => {
    expect(await failing(failure).service.checkPrice(trade, asked())).toEqual({ kind: 'unknown' });
  });

  it.each([
    ['undocumented', {}, 'ramp_refused'],
    ['crypto_not_configured', { returnCode: '3101' }, 'crypto_not_available'],
    ['amount_out_of_range', { returnCode: '3102', min: '15', max: '2000' }, 'amount_out_of_range'],
    ['app_unknown', { returnCode: '3104' }, 'ramp_configuration'],
  ])('%s: the trade is declined with the reason', async (reason, given, problem) => {
    const said = { returnCode: '9999', returnMsg: 'In their words', min: null, max: null, ...given };
    expect(await failing(refused({ reason, ...given })).service.checkPrice(trade, asked())).toEqual({
      kind: 'declined',
      refusal: { problem, traceId: 'up-1', ...said },
    });
  });

  it('an internal error is not an answer', async () => {
    const { service } = prices(() => Promise.reject(new TypeError('a mistake')));
    await expect(service.checkPrice(trade, asked())).rejects.toThrow(TypeError);
  });
});
