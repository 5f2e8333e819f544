import { expect, it } from 'vitest';
import { planted } from './run-program.js';

it('each planted fault still fits the code', async () => {
  const list = (await planted(['--list'])).trimEnd().split('\n');
  expect(list.length).toBeGreaterThan(60);
  for (const line of list)
    expect(line).toMatch(/^[^|]+ \| invariant \d+ \| (simulator|test\/(unit|integration|e2e)\/\S+)$/);
});
