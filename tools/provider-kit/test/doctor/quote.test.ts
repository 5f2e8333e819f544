import { expect, it } from 'vitest';
import { checkQuote } from '#tools/provider-kit/doctor/checks/quote.js';
import type { QuoteRequest } from '#src/ramp/port/ramp.types.js';
import { at, NOW } from '../../../../test/support/moments.js';
import { listed, pair, quote, quoted } from '../../../../test/unit/catalog/scripted-ramp.js';

const WISHES = { fiat: 'USD', country: 'US', crypto: null, network: null, amount: null };
const TRIAL = { signature: 'v3', secret: 'first', sentAt: NOW, receivedAt: at(1) } as const;

it.each([
  ['no limits', null, null, '100.00'],
  ['wide limits', '20', '9000', '100.00'],
  ['a least that is more', '150', '9000', '150.00'],
  ['a most that is less', '5', '50', '50.00'],
  ['limits that are just that', '100', '100', '100.00'],
])('a quote uses the usual amount, or the nearest: %s', async (_, minBuyAmount, maxBuyAmount, amount) => {
  const asked: QuoteRequest[] = [];
  const finding = await checkQuote(
    { ...TRIAL, result: listed([pair({ minBuyAmount, maxBuyAmount })]) },
    WISHES,
    {
      quote: (request) => {
        asked.push(request);
        return Promise.resolve({ ...TRIAL, result: quoted([quote()]) });
      },
    },
    {},
  );
  expect(finding.state).toBe('pass');
  expect(asked).toMatchObject([{ fiat: 'USD', amount }]);
});
