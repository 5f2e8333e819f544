import { expect, it } from 'vitest';
import { misfit, misfits, scenariosOf } from '../support/scenarios.js';
import { newNumber } from '../support/service.js';
import { useWorld } from '../support/service-world.js';

const world = useWorld({}, { document: true });

it('every scenario of a sale ends as it is documented', { timeout: 240_000 }, async () => {
  const scenarios = await scenariosOf(world, 'SELL');
  expect(scenarios.length).toBeGreaterThan(7);
  const found = await misfits(scenarios, async ({ suffix, ends }) => {
    const number = `${newNumber()}${suffix}`;
    await world.sandbox.control('POST', '/sell-orders', { merchantOrderNo: number });
    const answer = await world.service.post('/v1/sell-orders', { merchantOrderNo: number });
    expect(answer.status, answer.text).toBe(201);
    return misfit(world, answer, number, ends);
  });
  expect(found).toEqual({});
});
