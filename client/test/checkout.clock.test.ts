import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createRampCheckout } from '../src/index.js';
import type { Checkout, CheckoutRequest, ClientOptions, FailedAttempt, RampCheckout } from '../src/index.js';
import { hangs, json, offline, order, problem, ScriptedService } from './scripted-service.js';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const WISH: CheckoutRequest = {
  fiat: 'USD',
  amount: '100.00',
  crypto: 'USDT',
  network: 'ETH',
  payWayCode: '10001',
  country: 'US',
  address: '0x52908400098527886E0F7030069857D2E4169EE7',
};
const KEY = '0b1c8f5e-3c1a-4d53-9a55-0f6f1a7e2d11';

const client = (service: ScriptedService, given: Partial<ClientOptions> = {}): RampCheckout =>
  createRampCheckout({ baseUrl: 'https://shop.example/', fetch: service.fetch, ...given });

const made = (payUrl: string | null, given: object = {}): object => ({
  ...order(2),
  status: payUrl === null ? 'CREATING' : 'AWAITING_PAYMENT',
  payUrl,
  clientSecret: 'cs_1',
  trades: [{ tradeNo: 'A-1' }],
  ...given,
});
const PAYABLE = made('https://pay.example');

/** Settles a promise while the fake clock advances. */
async function settled<Value>(promise: Promise<Value>, ms = 200_000): Promise<Value | Error> {
  const end = promise.catch((error: unknown) => error as Error);
  await vi.advanceTimersByTimeAsync(ms);
  return end;
}

describe('a checkout', () => {
  it('repeats with the same credentials', async () => {
    const tokens = ['first', 'second', null];
    const token = vi.fn(() => tokens.shift() ?? null);
    const service = new ScriptedService().on('checkout', offline, problem('unavailable', 503), json(PAYABLE, 200));
    const onPending = vi.fn();
    await settled(client(service, { token }).checkout({ ...WISH }, { idempotencyKey: KEY, onPending }));
    expect(service.seen).toHaveLength(3);
    // Neither proves that no order was made.
    expect(onPending.mock.calls).toEqual([[null], [null]]);
    for (const { body, headers, url, redirect } of service.seen) {
      expect({ body, url, redirect }).toEqual({
        body: WISH,
        url: 'https://shop.example/v1/checkouts',
        redirect: 'error',
      });
      // Another token could be another customer's, and no token a guest's: each makes an order of its own.
      expect(headers).toMatchObject({ authorization: 'Bearer first', 'idempotency-key': KEY });
    }
    expect(token).toHaveBeenCalledTimes(1);
  });

  it('repeats the first body, even if its object changes', async () => {
    const service = new ScriptedService().on('checkout', offline, json(PAYABLE, 200));
    const request = { ...WISH, quote: { cryptoQuantity: '99' } };
    const answer = client(service).checkout(request);
    await vi.advanceTimersByTimeAsync(0);
    request.amount = '55.00';
    request.quote.cryptoQuantity = '1';
    await settled(answer);
    expect(service.seen.map(({ body }) => body)).toEqual(Array(2).fill({ ...WISH, quote: { cryptoQuantity: '99' } }));
  });

  it("sends a guest's challenge response in each attempt, and hides an invalid one", async () => {
    const service = new ScriptedService()
      .on('checkout', offline, json(made(null), 202))
      .on('order', json({ ...PAYABLE, clientSecret: undefined }));
    await settled(client(service).checkout(WISH, { challengeResponse: '0.abc' }));
    expect(service.seen.map(({ what, headers }) => [what, headers['x-challenge-response']])).toEqual([
      ['checkout', '0.abc'],
      ['checkout', '0.abc'],
      ['order', undefined],
    ]);
    const odd = await settled(client(service).checkout(WISH, { challengeResponse: 'planted\n' }));
    expect(odd).toBeInstanceOf(TypeError);
    expect((odd as Error).message).not.toContain('planted');
  });

  it('with an unknown outcome is read with its secret until it can be paid', async () => {
    const service = new ScriptedService()
      .on('checkout', json(made(null), 202, { 'retry-after': '2' }))
      .on('order', json(made(null)), offline, json({ ...PAYABLE, clientSecret: undefined }));
    const pending: (Checkout | null)[] = [];
    const onPending = (order: Checkout | null): number => pending.push(order);
    const answer = await settled(client(service, { token: () => 'jwt' }).checkout(WISH, { onPending }));
    expect(answer).toEqual(PAYABLE);
    expect(service.seen.map(({ what }) => what)).toEqual(['checkout', 'order', 'order', 'order']);
    expect(service.seen[1]!.at - service.seen[0]!.at).toBe(2000);
    for (const { headers } of service.seen.slice(1)) {
      expect(headers).toMatchObject({ 'x-client-secret': 'cs_1' });
      expect(headers).not.toHaveProperty('authorization');
    }
    expect(pending).toEqual([made(null), made(null)]);
  });

  it('with the customer’s token is sent again, since the service does not keep the token', async () => {
    const service = new ScriptedService().on('checkout', json(made(null), 202), offline, json(PAYABLE, 200));
    const pending: unknown[] = [];
    const request = { ...WISH, accessToken: 'at_1' };
    const answer = await settled(client(service).checkout(request, { onPending: (order) => pending.push(order) }));
    expect(answer).toEqual(PAYABLE);
    expect(service.seen.map(({ what, body }) => [what, body])).toEqual(Array(3).fill(['checkout', request]));
    expect(pending).toEqual([made(null), null]);
  });

  it.each([
    ['was never created', { status: 'EXPIRED' }],
    ['is paid', { status: 'PAID' }],
  ])('that %s is returned unchanged', async (_what, given) => {
    const ended = made(null, given);
    const service = new ScriptedService().on('checkout', json(made(null), 202)).on('order', json(ended));
    expect(await settled(client(service).checkout(WISH))).toEqual(ended);
  });

  it('returns the last known order when patience runs out, readable or not', async () => {
    for (const reply of [json(made(null)), offline, problem('unavailable', 503)]) {
      const service = new ScriptedService().on('checkout', json(made(null), 202)).on('order', reply);
      expect(await settled(client(service).checkout(WISH, { patienceMs: 5000 }), 8000)).toEqual(made(null));
    }
  });

  it('reports each failed attempt, and whether it may have created the order', async () => {
    const service = new ScriptedService().on(
      'checkout',
      problem('ramp_unavailable', 503),
      problem('rate_limited', 429),
      offline,
      json(PAYABLE, 200),
    );
    const onFailedAttempt = vi.fn<(failed: FailedAttempt) => void>();
    const onPending = vi.fn();
    await settled(client(service).checkout(WISH, { onFailedAttempt, onPending }));
    expect(onFailedAttempt.mock.calls).toMatchObject([
      [{ error: { code: 'ramp_unavailable' }, isLost: false }],
      [{ error: { code: 'rate_limited' }, isLost: false }],
      [{ error: { name: 'ConnectionError' }, isLost: true }],
    ]);
    expect(onPending.mock.calls).toEqual([[null]]);
  });

  it('starts no attempt after a stop, and throws the last error', async () => {
    const service = new ScriptedService().on('checkout', problem('ramp_unavailable', 503, { 'retry-after': '9' }));
    const stop = new AbortController();
    const answer = client(service).checkout(WISH, { stop: stop.signal });
    answer.catch(() => undefined);
    await vi.advanceTimersByTimeAsync(1000);
    stop.abort();
    expect(await settled(answer, 0)).toMatchObject({ code: 'ramp_unavailable' });
    expect(service.seen).toHaveLength(1);
  });

  it("rejects with the caller's abort reason at any point", async () => {
    const reason = new Error('the page was left');
    for (const service of [
      new ScriptedService().on('checkout', hangs),
      new ScriptedService().on('checkout', offline),
      new ScriptedService().on('checkout', json(made(null), 202)).on('order', hangs),
      new ScriptedService().on('checkout', json(made(null), 202)).on('order', json(made(null))),
    ]) {
      const page = new AbortController();
      const answer = client(service).checkout(WISH, { signal: page.signal });
      answer.catch(() => undefined);
      await vi.advanceTimersByTimeAsync(2700);
      page.abort(reason);
      const before = service.seen.length;
      expect(await settled(answer)).toBe(reason);
      expect(service.seen).toHaveLength(before);
    }
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('a retry', () => {
  const again = made('https://pay.example', { trades: [{ tradeNo: 'A-1' }, { tradeNo: 'A-1-r2' }] });

  it('names the newest known trade, so that its repeat makes no second one', async () => {
    const service = new ScriptedService()
      .on('order', json(made(null, { status: 'CANCELLED' })))
      .on('retry', offline, problem('ramp_unavailable', 503), json(again, 200));
    expect(await settled(client(service).retry('A-1', { payWayCode: '10002' }, { clientSecret: 'cs_1' }))).toEqual(
      again,
    );
    expect(service.seen.map(({ what }) => what)).toEqual(['order', 'retry', 'retry', 'retry']);
    expect(service.seen[3]).toMatchObject({
      body: { payWayCode: '10002', after: 'A-1' },
      headers: { 'x-client-secret': 'cs_1' },
    });
  });

  it('is read until it can be paid, and skips the lookup if the caller names the trade', async () => {
    const service = new ScriptedService().on('retry', json(made(null), 202)).on('order', json(made(null)), json(again));
    expect(await settled(client(service).retry('A-1', { after: 'A-1' }))).toEqual(again);
    expect(service.seen.map(({ what }) => what)).toEqual(['retry', 'order', 'order']);
  });
});
