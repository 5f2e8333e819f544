import { afterAll, beforeAll, expect, it } from 'vitest';
import { holdAgainstDocument } from '../support/openapi/held-answers.js';
import { misfit, misfits, scenariosOf } from '../support/scenarios.js';
import { newNumber } from '../support/service.js';
import { startWorld } from '../support/service-world.js';
import type { World } from '../support/service-world.js';

let world: World;
beforeAll(async () => {
  world = await startWorld();
  await holdAgainstDocument(world.service);
});
afterAll(() => world.close());

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
