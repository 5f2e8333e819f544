import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { expectProblem, newCheckout } from '../../support/service.js';
import type { Answer } from '../../support/service.js';
import { useWorld } from '../../support/service-world.js';

/** `count` equal checkouts with a quote; the provider names its price only after `delayMs`, when all are waiting. */
export function quotesAtOnce({ count, delayMs }: { count: number; delayMs: number }): void {
  describe(`${count} times the same checkout with a quote at once: one quote`, () => {
    const world = useWorld({ RAMP_TIMEOUT_MS: '60000', CHECKOUT_DEADLINE_MS: '120000' });
    let price: number;
    let mark: number;
    beforeAll(async () => {
      await world.service.get('/v1/cryptos?fiat=USD');
      const quote = { side: 'BUY', crypto: 'USDT', network: 'ETH', fiat: 'USD', country: 'US', amount: '100' };
      const { body } = await world.service.post('/v1/quotes', { ...quote, payWayCode: '10001' });
      price = Number((body['items'] as { cryptoQuantity: string }[])[0]!.cryptoQuantity);
    });
    beforeEach(async () => {
      mark = await world.sandbox.mark();
    });

    async function atOnce(share: number): Promise<{ number: string; answers: Answer[] }> {
      const { body, number } = newCheckout({ quote: { cryptoQuantity: (price * share).toFixed(6) } });
      await world.sandbox.fault({ endpoint: 'quote', act: 'delay-after', ms: delayMs });
      const answers = await Promise.all(Array.from({ length: count }, () => world.service.insist(body)));
      expect(await world.sandbox.calls('quote', mark)).toHaveLength(1);
      return { number, answers };
    }

    it('a price that holds: one create, and all get its payUrl', async () => {
      const { number, answers } = await atOnce(1);
      expect(answers.map(({ status }) => status).sort()).toEqual([...Array<number>(count - 1).fill(200), 201]);
      const { payUrl } = await world.sandbox.order(number);
      expect(new Set(answers.map(({ body }) => body['payUrl']))).toEqual(new Set([payUrl]));
      expect(await world.sandbox.creates(number)).toHaveLength(1);
      expect(await world.rows.trades(number)).toHaveLength(1);
    });

    it('a price that has moved: no create, and all get the same problem', async () => {
      const { number, answers } = await atOnce(1.5);
      const quotes = answers.map((answer) => expectProblem(answer, 422, 'quote_moved')['quote']);
      for (const quote of quotes) expect(quote).toEqual(quotes[0]);
      expect(Number((quotes[0] as { cryptoQuantity: string }).cryptoQuantity)).toBe(price);
      expect(await world.sandbox.creates(number)).toEqual([]);
      expect(await world.rows.trades(number)).toMatchObject([{ outcome: 'not_sent', status: 'REJECTED' }]);
    });
  });
}
