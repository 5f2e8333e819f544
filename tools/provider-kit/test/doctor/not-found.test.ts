import { expect, it } from 'vitest';
import { checkNotFound } from '#tools/provider-kit/doctor/checks/not-found.js';
import type { NotFoundSettings } from '#src/platform/config/ramp-settings.js';
import type { TradeQuery } from '#src/ramp/port/ramp.types.js';

/** A provider with a different answer for its own numbers. */
const provider = {
  order: ({ tradeNo }: TradeQuery) =>
    Promise.resolve({ form: tradeNo === null ? '404' : 'null', result: { kind: 'protocol', detail: '' } }),
  refusalOf: () => Promise.resolve(null),
  list: () => Promise.resolve({ result: { kind: 'answered' } }),
} as never;
const list = { secret: 'first', result: { kind: 'answered', value: { pairs: [] } } } as never;
const wishes = { fiat: 'USD', country: 'US', amount: null, crypto: null, network: null } as never;
const setting = (...forms: string[]): NotFoundSettings => ({ BUY: new Set(forms), SELL: new Set(forms) });

it.each([
  ['all of them', ['null', '404'], 'pass'],
  ['one of them', ['null'], 'fail'],
  ['another one', ['3105'], 'fail'],
  ['none', [], 'warning'],
])('where the provider has two forms of "not found", a setting that names %s', async (_, forms, state) => {
  expect((await checkNotFound(list, setting(...forms), wishes, provider)).state).toBe(state);
});
