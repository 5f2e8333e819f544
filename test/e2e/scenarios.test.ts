import { beforeAll, describe, expect, it } from 'vitest';
import { misfit, misfits, scenariosOf } from '../support/scenarios.js';
import type { Scenario } from '../support/scenarios.js';
import { checkoutBody, newCheckout, newNumber } from '../support/service.js';
import { useWorld } from '../support/service-world.js';
import type { Installation } from '../support/service-world.js';

/** Those whose provider stays silent until the service gives up waiting; together they would look like an outage. */
const SILENT = new Set(['hang', 'hang-after', 'no-answers']);

/** Each slows the service's calls down; two at once would have a checkout answered before the third create. */
const LIMITED = new Set(['rate-limited', 'rate-limited-code']);

const world = useWorld({ RAMP_ACCESS_TOKEN_REFUSED_CODES: '1003' }, { document: true });
let scenarios: readonly Scenario[];
beforeAll(async () => {
  scenarios = await scenariosOf(world, 'BUY');
});

async function play({ suffix, ends }: Scenario, { service, rows }: Installation = world): Promise<string> {
  const number = `${newNumber()}${suffix}`;
  const answer = await service.checkout(checkoutBody({ merchantOrderNo: number }));
  return misfit({ ...world, service, rows }, answer, number, ends);
}

describe('every scenario of a purchase ends as it is documented', { timeout: 240_000 }, () => {
  it('those that are answered', async () => {
    const played = scenarios.filter(({ word }) => !SILENT.has(word) && !LIMITED.has(word));
    expect(played.length).toBeGreaterThan(40);
    expect(await misfits(played, (scenario) => play(scenario))).toEqual({});
  });

  it('those whose calls are too many', async () => {
    const played = scenarios.filter(({ word }) => LIMITED.has(word));
    expect(played).toHaveLength(LIMITED.size);
    for (const scenario of played) expect(await play(scenario), scenario.word).toBe('');
  });

  it('those that are not', async () => {
    const played = scenarios.filter(({ word }) => SILENT.has(word));
    expect(played).toHaveLength(SILENT.size);
    const quick = await world.another({ RAMP_TIMEOUT_MS: '2000' });
    for (const scenario of played) expect(await play(scenario, quick), scenario.word).toBe('');
  });
});

it('every scenario of a sale ends as it is documented', { timeout: 240_000 }, async () => {
  const sales = await scenariosOf(world, 'SELL');
  expect(sales.length).toBeGreaterThan(7);
  const found = await misfits(sales, async ({ suffix, ends }) => {
    const number = `${newNumber()}${suffix}`;
    await world.sandbox.control('POST', '/sell-orders', { merchantOrderNo: number });
    const answer = await world.service.post('/v1/sell-orders', { merchantOrderNo: number });
    expect(answer.status, answer.text).toBe(201);
    return misfit(world, answer, number, ends);
  });
  expect(found).toEqual({});
});

describe('a scenario by the name of the merchant', () => {
  const named = (word: string): Scenario => scenarios.find((scenario) => scenario.word === word)!;

  it('is played under a number that the service made', async () => {
    const body = checkoutBody({ merchantOrderNo: undefined, merchantName: 'Fish & Chips ..pay-fail' });
    const answer = await world.service.checkout(body);
    const number = String(answer.body['merchantOrderNo']);
    expect(await misfit(world, answer, number, named('pay-fail').ends)).toBe('');
  });

  it('holds for every attempt, so that nothing is ever created', async () => {
    const { body, number } = newCheckout({ merchantName: '..lost-request' });
    const answer = await world.service.checkout(body);
    expect(await misfit(world, answer, number, { status: 'EXPIRED', problem: 'ramp_unavailable', trades: 3 })).toBe('');
    expect(await world.service.read(number)).toMatchObject({ failure: { code: 'not_created' } });
    expect(await world.sandbox.orders(number)).toEqual([]);
  });
});
