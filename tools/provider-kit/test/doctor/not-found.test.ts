import { expect, it } from 'vitest';
import { judgeNotFound } from '#tools/provider-kit/doctor/checks/provider.js';
import type { NotFoundSettings } from '#src/platform/config/ramp-settings.js';
import { raw, refusal, seenWith } from '../conformance/good-provider.js';

const setting = (...forms: string[]): NotFoundSettings => ({ BUY: new Set(forms), SELL: new Set(forms) });

it.each([
  ['all of them', ['null', '1006'], 'pass'],
  ['one of them', ['null'], 'fail'],
  ['another one', ['3105'], 'fail'],
  ['none', [], 'warning'],
  ['a code of other refusals', ['null', '1006', '3101'], 'fail'],
])('where the provider has two forms of "not found", a setting that names %s', (_, forms, state) => {
  const seen = seenWith({ 'unknown-buy-order-no': refusal('1006'), 'unknown-sell-order-no': refusal('1006') });
  expect(judgeNotFound(seen, setting(...forms)).state).toBe(state);
});

it('a page is no form that can be set', () => {
  const page = raw('<h1>404</h1>', { status: 404 });
  const answers = { 'unknown-buy': page, 'unknown-buy-again': page, 'unknown-buy-order-no': page };
  expect(judgeNotFound(seenWith(answers), setting('null'))).toMatchObject({ state: 'pass' });
});
