import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRampCheckout, newIdempotencyKey } from '../../client/src/index.js';
import type { CheckoutRequest, RampCheckout } from '../../client/src/index.js';
import { pressButton } from '../support/sandbox-client.js';
import { checkoutBody } from '../support/service.js';
import { startWorld } from '../support/service-world.js';
import type { World } from '../support/service-world.js';

let world: World;
let ramp: RampCheckout;

beforeAll(async () => {
  world = await startWorld();
  ramp = createRampCheckout({ baseUrl: world.service.url });
});
afterAll(() => world.close());

/** A valid one without a number, as pages send it. */
const wish = (given: Readonly<Record<string, unknown>> = {}): CheckoutRequest =>
  checkoutBody({ merchantOrderNo: undefined, ...given }) as CheckoutRequest;

describe('a customer’s way through the client', () => {
  it('goes from the list and a quote to an order that is paid and watched to its end', async () => {
    const { items } = await ramp.cryptos({ fiat: 'USD', side: 'BUY' });
    const [quote] = (
      await ramp.quotes({ side: 'BUY', crypto: 'USDT', network: 'ETH', fiat: 'USD', country: 'US', amount: '100.00' })
    ).items;
    expect(items.map(({ crypto, network }) => `${crypto} ${network}`)).toContain('USDT ETH');
    const order = await ramp.checkout(wish({ payWayCode: quote?.payWayCode ?? '10001' }));
    expect(order.payUrl).toMatch(/^http/);
    await pressButton(order.payUrl!, 'pay');
    const seen = [];
    for await (const next of ramp.watchOrder(order.merchantOrderNo, order)) seen.push(next);
    expect(seen.at(-1)).toMatchObject({ status: 'COMPLETED', final: true });
  });

  it('makes one order of a key, however often it comes', async () => {
    const idempotencyKey = newIdempotencyKey();
    const first = await ramp.checkout(wish(), { idempotencyKey });
    const again = await ramp.checkout(wish(), { idempotencyKey });
    expect(again.merchantOrderNo).toBe(first.merchantOrderNo);
    expect(await world.sandbox.creates(first.merchantOrderNo)).toHaveLength(1);
  });
});
