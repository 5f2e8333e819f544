import { describe, expect, it } from 'vitest';
import { checkoutUrl } from '../src/embed/embed-checkout.js';
import { messageFrom } from '../src/embed/message.js';

const SERVICE = 'https://pay.example';
const frame = {};
const expected = { origin: SERVICE, source: frame };
const paid = { source: 'ramp-checkout', type: 'paid', merchantOrderNo: 'A-1' };

describe('messages of an embedded checkout', () => {
  it('come from its window at its origin only', () => {
    expect(messageFrom({ origin: SERVICE, source: frame, data: paid }, expected)).toBe(paid);
    for (const origin of ['https://evil.example', 'http://pay.example', `${SERVICE}.evil.example`, 'null', ''])
      expect(messageFrom({ origin, source: frame, data: paid }, expected), origin).toBeNull();
    for (const source of [{}, null]) expect(messageFrom({ origin: SERVICE, source, data: paid }, expected)).toBeNull();
    const removed = { origin: SERVICE, source: null };
    expect(messageFrom({ ...removed, data: paid }, removed), 'a removed frame').toBeNull();
  });

  it.each([
    [paid, true],
    [{ ...paid, type: 'completed' }, true],
    [{ ...paid, type: 'created', orderUrl: `${SERVICE}/orders/A-1#cs_1_x` }, true],
    [{ source: 'ramp-checkout', type: 'closed' }, true],
    [{ source: 'ramp-checkout', type: 'height', height: 900.5 }, true],
    [{ source: 'ramp-checkout', type: 'height', height: Number.NaN }, false],
    [{ source: 'ramp-checkout', type: 'height', height: '900' }, false],
    [{ ...paid, type: 'created' }, false],
    [{ ...paid, merchantOrderNo: 7 }, false],
    [{ ...paid, type: 'refunded' }, false],
    [{ ...paid, source: 'another-library' }, false],
    ['paid', false],
    [null, false],
    [undefined, false],
  ])('%j is one: %s', (data, isOne) => {
    expect(messageFrom({ ...expected, data }, expected) !== null).toBe(isOne);
  });
});

describe("an embedded checkout's address", () => {
  const at = (more: object): string => checkoutUrl({ baseUrl: `${SERVICE}/`, ...more }, 'https://shop.example').href;

  it('names the origin to report to', () => {
    expect(at({})).toBe(`${SERVICE}/checkout?embed=https%3A%2F%2Fshop.example`);
    expect(at({ query: { fiat: 'EUR', embed: 'https://evil.example' } })).toBe(
      `${SERVICE}/checkout?fiat=EUR&embed=https%3A%2F%2Fshop.example`,
    );
  });

  it("takes over a link, at the service's own address", () => {
    expect(at({ link: 'https://elsewhere.example/checkout?link=a.b', query: { lang: 'es' } })).toBe(
      `${SERVICE}/checkout?link=a.b&lang=es&embed=https%3A%2F%2Fshop.example`,
    );
  });
});
